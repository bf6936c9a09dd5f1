// The settings of one search: which algorithm, led by what.

import type { GetCapabilitiesResponse } from "./gen/taquin/v1/solver_service_pb";
import { Algorithm, Heuristic } from "./gen/taquin/v1/solve_pb";
import { byId, make, setFaults, setOptions, setText } from "./element";
import type { Violation } from "./fault";
import { algorithmName, heuristicName } from "./names";

export interface LaneSettings {
  algorithm: Algorithm;
  heuristic: Heuristic;
  heuristicWeight?: number;
  beamWidth?: number;
}

const FIELDS = ["algorithm", "heuristic", "heuristic_weight", "beam_width"];

export class Lane {
  readonly element: HTMLFieldSetElement;
  readonly #algorithm: HTMLSelectElement;
  readonly #heuristic: HTMLSelectElement;
  readonly #weight: HTMLInputElement;
  readonly #beamWidth: HTMLInputElement;
  readonly #faults: HTMLElement;
  #heuristics = new Map<Algorithm, Heuristic[]>();

  #name = "";

  // `id` is a name for the elements of the page.
  constructor(id: string) {
    const template = byId<HTMLTemplateElement>("lane-template").content.cloneNode(true) as DocumentFragment;
    this.element = template.querySelector("fieldset") as HTMLFieldSetElement;
    this.#algorithm = this.#control("algorithm");
    this.#heuristic = this.#control("heuristic");
    this.#weight = this.#control("weight");
    this.#beamWidth = this.#control("beam-width");
    this.#faults = make("ul", { class: "faults", id: `${id}-faults`, "aria-live": "polite" });
    this.element.append(this.#faults);
    for (const control of this.#controls) control.setAttribute("aria-describedby", this.#faults.id);
    this.#algorithm.addEventListener("change", () => this.#offerHeuristics());
  }

  get name(): string {
    return this.#name;
  }

  set name(name: string) {
    this.#name = name;
    setText(this.element.querySelector("legend") as Element, name);
  }

  // Offers what the server does.
  offer(capabilities: GetCapabilitiesResponse): void {
    this.#heuristics = new Map(
      capabilities.algorithms.map(({ algorithm, heuristics }) => [algorithm, heuristics]),
    );
    setOptions(
      this.#algorithm,
      capabilities.algorithms.map(({ algorithm, optimal }) => [
        String(algorithm),
        algorithmName(algorithm) + (optimal ? "" : " (proves nothing)"),
      ]),
    );
    this.#offerHeuristics();
  }

  choose(algorithm: Algorithm): void {
    this.#algorithm.value = String(algorithm);
    this.#offerHeuristics();
  }

  // What is set; what a hidden control holds is left out.
  get settings(): LaneSettings {
    const settings: LaneSettings = {
      algorithm: Number(this.#algorithm.value) as Algorithm,
      heuristic: Number(this.#heuristic.value) as Heuristic,
    };
    if (!this.#isHidden(this.#weight)) settings.heuristicWeight = this.#weight.valueAsNumber;
    if (!this.#isHidden(this.#beamWidth)) settings.beamWidth = this.#beamWidth.valueAsNumber;
    return settings;
  }

  // What the page itself cannot put into a request: the rest is for the server to judge.
  get ownFaults(): string[] {
    const { heuristicWeight = 0, beamWidth = 0 } = this.settings;
    return [
      ...(Number.isNaN(heuristicWeight) ? ["The weight is not a number."] : []),
      ...(Number.isInteger(beamWidth) && Math.abs(beamWidth) < 2 ** 31
        ? []
        : ["The beam width is not a whole number."]),
    ];
  }

  showFaults(messages: string[]): void {
    setFaults(this.#faults, messages, ...(messages.length > 0 ? [] : this.#controls));
  }

  // Shows those of the violations that are of this lane's settings, beside the setting.
  showViolations(violations: Violation[]): void {
    const ours = violations.filter(({ field }) => FIELDS.includes(field));
    this.showFaults(ours.map(({ field, description }) => `${field} ${description}`));
    this.#controls.forEach((control, index) => {
      if (ours.some(({ field }) => field === FIELDS[index])) control.setAttribute("aria-invalid", "true");
    });
  }

  get #controls(): (HTMLSelectElement | HTMLInputElement)[] {
    return [this.#algorithm, this.#heuristic, this.#weight, this.#beamWidth];
  }

  #control<T extends HTMLElement>(name: string): T {
    return this.element.querySelector(`[name=${name}]`) as T;
  }

  #offerHeuristics(): void {
    const algorithm = Number(this.#algorithm.value) as Algorithm;
    const heuristics = this.#heuristics.get(algorithm) ?? [];
    setOptions(
      this.#heuristic,
      [Heuristic.UNSPECIFIED, ...heuristics].map((heuristic) => [
        String(heuristic),
        heuristicName(heuristic),
      ]),
    );
    this.#hide(this.#heuristic, heuristics.length === 0);
    this.#hide(this.#weight, algorithm !== Algorithm.A_STAR);
    this.#hide(this.#beamWidth, algorithm !== Algorithm.BEAM);
  }

  #hide(control: HTMLElement, hidden: boolean): void {
    control.closest<HTMLElement>(".field")?.toggleAttribute("hidden", hidden);
  }

  #isHidden(control: HTMLElement): boolean {
    return control.closest<HTMLElement>(".field")?.hidden ?? true;
  }
}
