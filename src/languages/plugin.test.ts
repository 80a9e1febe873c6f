import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Rollup } from "vite";
import { afterAll, describe, expect, it } from "vitest";
import { type Catalogue, translationPlugin } from "./plugin.ts";

const root = mkdtempSync(join(tmpdir(), "fanfare-languages-"));
afterAll(() => rmSync(root, { recursive: true }));

/** What a script passes to `say`, in English and with `catalogue`. */
async function saidBy(code: string, catalogue: Catalogue): Promise<Record<string, unknown[]>> {
  mkdirSync(join(root, "src"), { recursive: true });
  const page = '<html lang="en"><body><script type="module" src="/src/main.tsx"></script></body></html>';
  writeFileSync(join(root, "index.html"), page);
  writeFileSync(join(root, "src/main.tsx"), code);
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: "error",
    oxc: { jsx: { runtime: "classic", pragma: "say", development: false } },
    plugins: [translationPlugin({ test: catalogue })],
    build: { write: false, modulePreload: false },
  })) as Rollup.RolldownOutput;
  const said: Record<string, unknown[]> = {};
  for (const file of output.filter(({ fileName }) => fileName.endsWith(".js"))) {
    const script = String(file.type === "chunk" ? file.code : file.source);
    const texts: unknown[] = [];
    new Function("say", script)((_tag: unknown, props: object, ...children: unknown[]) => {
      texts.push(...Object.values(props ?? {}), ...children);
      return "said";
    });
    said[file.fileName.includes("/test-") ? "test" : "en"] = texts;
  }
  const document = output.find(({ fileName }) => fileName === "index.test.html");
  const html = document?.type === "asset" ? String(document.source) : "";
  expect(html).toMatch(/lang="test".*src="\/assets\/test-[0-9a-f]+\/index-[^"]+\.js"/s);
  return said;
}

describe("in-every-language", () => {
  it("writes scripts with the English as it was, and with the translation in its place", async () => {
    const code = `
      const name = String(3), count = Number(name);
      say("p", { title: "Save changes" }, \`\${name} was added.\`);
      say("p", null, <p label='It’s "new"'>Sent to {name} and {count} more </p>);
      const plural = (n, one, many = one + "s") => n === 1 ? one : many;
      say("p", null, plural(count, "link"), count > 1 ? "Many words" : "One word", \`A \\\`tick\\\`\`);
    `;
    const said = await saidBy(code, {
      "Save changes": "Guarda 'los' \"cambios\" `ya` $ \\ fin",
      "{0} was added.": "Se añadió {0}.",
      'It’s "new"': "Es «nuevo»",
      "Sent to {0} and {1} more": "Para {0} y {1} más",
      "link|links": "enlace|enlaces",
      "Many words": "Dos\nlíneas",
    });
    expect(said.en).toEqual([
      "Save changes",
      "3 was added.",
      'It’s "new"',
      ...["Sent to ", "3", " and ", 3, " more ", "said"],
      ...["links", "Many words", "A `tick`"],
    ]);
    expect(said.test).toEqual([
      "Guarda 'los' \"cambios\" `ya` $ \\ fin",
      "Se añadió 3.",
      "Es «nuevo»",
      ...["Para ", "3", " y ", 3, " más ", "said"],
      ...["enlaces", "Dos\nlíneas", "A `tick`"],
    ]);
  });
});
