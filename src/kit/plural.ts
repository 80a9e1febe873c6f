import { LOCALE } from "./locale.ts";

const NUMBER = new Intl.NumberFormat(LOCALE);

/** `1,200`. */
export function inDigits(count: number): string {
  return NUMBER.format(count);
}

/** `1 link`, `1,200 links`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? one : many}`;
}
