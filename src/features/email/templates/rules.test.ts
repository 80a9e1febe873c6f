import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { ICON_NAMES, isKnownPlatform } from "#src/features/pages/icons/page/icons.ts";
import { EMAIL_ICONS_PATH } from "#src/lib/paths.ts";
import { findingsOfInstance } from "./library/library.ts";
import { concurrentSends, FALLBACK_MARK } from "./rules.ts";

it("5.2.7 fewer e-mails are on the way at once the heavier their files are, and always one", () => {
  const mb = 1024 * 1024;
  const of = (...bytes: number[]) => bytes.map((bytes) => ({ bytes }));
  expect(concurrentSends(10, [])).toBe(10);
  expect(concurrentSends(10, [undefined, [], of(mb)])).toBe(10);
  expect(concurrentSends(10, [of(100), of(2 * mb, 2 * mb), undefined])).toBe(2);
  expect(concurrentSends(10, [of(5 * mb)])).toBe(2);
  expect(concurrentSends(10, [of(50 * mb)])).toBe(1);
});

it("every platform with a mark has a picture of it for e-mail, twice as large as it’s shown", () => {
  const names = [...ICON_NAMES.filter(isKnownPlatform), "instagram", FALLBACK_MARK];
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const png = readFileSync(
      resolve(import.meta.dirname, `../../../../public${EMAIL_ICONS_PATH}${name}.png`),
    );
    expect([png.readUInt32BE(16), png.readUInt32BE(20)], name).toEqual([64, 64]);
  }
});

it("5.2.5 an instance whose URL recipients can’t open, or only without encryption, is worth a warning", () => {
  const words = (publicUrl: string) => findingsOfInstance({ publicUrl }).map(({ message }) => message);
  expect(words("https://links.example.com")).toEqual([]);
  for (const local of ["http://localhost:4700", "http://127.0.0.1", "https://10.0.0.7", "https://fans.local"])
    expect(words(local)).toEqual([expect.stringContaining(`${local}, which opens only in your own network`)]);
  expect(words("http://links.example.com")).toEqual([expect.stringContaining("starts with https://")]);
});
