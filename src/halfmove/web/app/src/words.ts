// Numbers and values as they are written everywhere in the studio.

export function number(value: number | null | undefined): string {
  if (value === null || value === undefined) return "";
  const rounded = Math.abs(value) >= 1000 || Number.isInteger(value) ? Math.round(value) : Number(value.toPrecision(3));
  return String(rounded).replace("-", "−");
}

export function signed(value: number, places = 2): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(places)}`;
}

export function count(n: number): string {
  if (n >= 1e9) return `${(n / 1e9).toPrecision(3)} G`;
  if (n >= 1e6) return `${(n / 1e6).toPrecision(3)} M`;
  return Math.round(n).toLocaleString("en");
}

export function bound(sign: string): string {
  return sign === "<=" ? "≤" : sign === ">=" ? "≥" : "";
}

export function end(value: number | null | undefined, infinite: string): string {
  return value === null || value === undefined ? infinite : number(value);
}

export function interval(alpha: number | null | undefined, beta: number | null | undefined): string {
  return `[${end(alpha, "−∞")}, ${end(beta, "+∞")}]`;
}

export function clock(seconds: number): string {
  const whole = Math.max(0, seconds);
  if (whole < 10) return whole.toFixed(1);
  const rounded = Math.floor(whole);
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, "0")}`;
}

export function plural(n: number, noun: string): string {
  return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
}
