import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import type { ErrorTable } from "#src/lib/errors.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const THIS = "src/node/error-codes.test.ts";

const filesOf = (pattern: string) => globSync(pattern, { cwd: ROOT });

/** Every code that a slice declares, with the table it stands in. */
async function listCodes(): Promise<string[]> {
  const files = filesOf("src/{lib/endpoint,features/*/{contract,rules}}.ts");
  const codes = [];
  for (const file of files) {
    const exported: Record<string, unknown> = await import(resolve(ROOT, file));
    for (const [name, table] of Object.entries(exported)) {
      if (name.endsWith("_ERRORS"))
        codes.push(...Object.keys(table as ErrorTable).map((code) => `${name}.${code}`));
    }
  }
  return codes;
}

it("every declared error is asserted by its code in a test", async () => {
  const codes = await listCodes();
  const files = filesOf("{src,test}/**/*.{test.ts,test.tsx,spec.ts}");
  const tests = files
    .filter((file) => file !== THIS)
    .map((file) => readFileSync(resolve(ROOT, file), "utf8"));
  const isTested = (code: string) => tests.some((text) => new RegExp(`\\b${code}\\b`).test(text));
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter((name) => !isTested(name.slice(name.indexOf(".") + 1)))).toEqual([]);
});
