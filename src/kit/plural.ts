import { LOCALE } from "./locale.ts";

const NUMBER = new Intl.NumberFormat(LOCALE);

/** `1 link`, `1,200 links`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(count)} ${count === 1 ? one : many}`;
}
