// Amounts as people read them.

const COMPACT = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
const PLAIN = new Intl.NumberFormat("en");

export function count(value: number | bigint): string {
  return Number(value) < 100_000 ? PLAIN.format(value) : COMPACT.format(value);
}

export function bytes(value: bigint): string {
  let amount = Number(value);
  let unit = 0;
  while (amount >= 1000 && unit < 4) {
    amount /= 1000;
    unit += 1;
  }
  return `${Number(amount.toPrecision(3))} ${["B", "kB", "MB", "GB", "TB"][unit]}`;
}

export function seconds(value: number): string {
  if (value === 0) return "0 s";
  if (value < 0.001) return `${Math.max(1, Math.round(value * 1e6))} µs`;
  if (value < 1) return `${Number((value * 1000).toPrecision(3))} ms`;
  return value < 100 ? `${value.toFixed(1)} s` : `${Math.round(value)} s`;
}

export function percent(share: number): string {
  const amount = share * 100;
  return `${amount === 0 || amount >= 10 ? Math.round(amount) : Number(amount.toPrecision(2))} %`;
}
