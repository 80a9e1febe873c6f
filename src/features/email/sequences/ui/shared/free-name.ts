import { SEQUENCE_NAME_CHARS_MAX } from "#src/features/email/sequences/rules.ts";

/** The name, or with a number if another one has it. */
export function freeName(wanted: string, taken: readonly { name: string }[]): string {
  const names = new Set(taken.map(({ name }) => name.toLowerCase()));
  for (let number = 1; ; number++) {
    const end = number === 1 ? "" : ` ${number}`;
    const name = `${[...wanted].slice(0, SEQUENCE_NAME_CHARS_MAX - end.length).join("")}${end}`;
    if (!names.has(name.toLowerCase())) return name;
  }
}
