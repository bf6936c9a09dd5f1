// Names of the proto's enumerations for people. A server newer than this page may
// have more; those keep the name that the proto gives them.

import type { DescEnum } from "@bufbuild/protobuf";
import { type GoalLayout, GoalLayoutSchema } from "./gen/taquin/v1/board_pb";
import { type Algorithm, AlgorithmSchema, type Heuristic, HeuristicSchema } from "./gen/taquin/v1/solve_pb";

const NAMES: Record<string, string> = {
  ALGORITHM_AUTO: "Automatic",
  ALGORITHM_BFS: "Breadth-first",
  ALGORITHM_DFS: "Depth-first",
  ALGORITHM_IDDFS: "Iterative deepening",
  ALGORITHM_GREEDY: "Greedy best-first",
  ALGORITHM_A_STAR: "A*",
  ALGORITHM_IDA_STAR: "IDA*",
  ALGORITHM_BIDIRECTIONAL: "Bidirectional",
  ALGORITHM_BEAM: "Beam",
  ALGORITHM_ANYTIME: "Anytime",
  ALGORITHM_A_STAR_THEN_IDA_STAR: "A*, then IDA*",
  HEURISTIC_UNSPECIFIED: "Server’s choice",
  HEURISTIC_ZERO: "None",
  HEURISTIC_PATTERN_DATABASE: "Pattern databases",
  GOAL_LAYOUT_BLANK_LAST: "Blank last",
  GOAL_LAYOUT_BLANK_FIRST: "Blank first",
};

export const algorithmName = (value: Algorithm): string => nameOf(AlgorithmSchema, value);
export const heuristicName = (value: Heuristic): string => nameOf(HeuristicSchema, value);
export const layoutName = (value: GoalLayout): string => nameOf(GoalLayoutSchema, value);

function nameOf(schema: DescEnum, value: number): string {
  const descriptor = schema.value[value];
  if (descriptor === undefined) return `No. ${value}`;
  const words = descriptor.localName.toLowerCase().replaceAll("_", " ");
  return NAMES[descriptor.name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
