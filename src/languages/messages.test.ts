import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#src/lib/language.ts";
import { messagesIn } from "./messages.ts";
import { partsOf, readCatalogue } from "./plugin.ts";

const ROOT = resolve(import.meta.dirname, "../..");

const keysIn = (code: string) => messagesIn("Page.tsx", code).map(({ key }) => key);

describe("messages", () => {
  it("takes what’s between tags as one text, with what’s filled in", () => {
    expect(keysIn("<p>Sent to <b>{name}</b> and {count}\n  more</p>")).toEqual(["Sent to {0} and {1}more"]);
    expect(keysIn("<p>{owner}’s team</p>")).toEqual(["{0}’s team"]);
    expect(keysIn("<Group><Icon /> Save</Group>")).toEqual(["Save"]);
    expect(keysIn("<p>Read <a>the terms</a> first</p>")).toEqual(["Read {0} first", "the terms"]);
    expect(keysIn('<p>One{" "}\n  two{/* three */}</p>')).toEqual(["One two"]);
  });

  it("takes sentences, capitalized words, and both forms of a plural", () => {
    expect(keysIn(`tell(\`\${name} was added.\`)`)).toEqual(["{0} was added."]);
    expect(keysIn('const words = { draft: "Draft", sent: isOld ? "Sent long ago" : `Sent` }')).toEqual([
      "Draft",
      "Sent long ago",
      "Sent",
    ]);
    expect(keysIn('({ validate: { code: (value) => (value ? null : "Enter a code.") } })')).toEqual([
      "Enter a code.",
    ]);
    expect(keysIn('plural(count, "link")')).toEqual(["link|links"]);
    expect(keysIn('plural(count, "reply", "replies")')).toEqual(["reply|replies"]);
    expect(keysIn(`<Input label="Name" description={\`At most \${max} characters.\`} />`)).toEqual([
      "Name",
      "At most {0} characters.",
    ]);
  });

  it("takes what a list of labels says, under any name and however short", () => {
    expect(keysIn('const OPERATOR_LABELS: Names = { contains: "contains", equals: "is" }')).toEqual([
      "contains",
      "is",
    ]);
    expect(keysIn('const LABELS = { on: "runs" } as const')).toEqual(["runs"]);
    expect(keysIn('const words = { role: "Shared address", order: "Someone buys", event: "Event" }')).toEqual(
      ["Shared address", "Someone buys", "Event"],
    );
    expect(keysIn('const risks = { role: { label: "Shared", color: "Deep red" } }')).toEqual(["Shared"]);
    expect(keysIn('const shown = { role: "status", type: "submit", color: "Deep red", Icon: "x" }')).toEqual(
      [],
    );
  });

  it("leaves what programs read", () => {
    for (const code of [
      'if (event.key === "Enter") stop()',
      'switch (key) { case "Escape": stop() }',
      '<Box className="Wide card" mt="Large" style={{ font: "Large serif" }} />',
      '["Enter"].includes(key) || text.replace("Old text", "New text")',
      'import { Button } from "Some package"',
      'type Way = "Some way" | "Another way"',
      'throw new Error("Not a link")',
      `matchMedia("(min-width: 48em)") && find(\`/profiles/\${id} x\`)`,
      `const css = \`calc(100% - \${width} px)\`; const keys = ["lead_title lead_text"]`,
      'format["Some name"]',
    ])
      expect(keysIn(code), code).toEqual([]);
  });
});

/** Modules in which every text is for people on the dashboard, and how those elsewhere begin that are, too. */
const INTERFACE =
  /^src\/(?:browser\/[^/]+\.tsx|browser\/shell\/|features\/.+\/[a-z-]*screens\.ts|features\/.+\/ui\/|kit\/)/;
const MARKER = "/* The dashboard shows these texts. */";

const keys = new Set(
  globSync("src/{browser,features,kit}/**/*.{ts,tsx}", { cwd: ROOT })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, code: readFileSync(join(ROOT, file), "utf8") }))
    .filter(({ file, code }) => INTERFACE.test(file) || code.startsWith(MARKER))
    .flatMap(({ file, code }) => messagesIn(file, code))
    .map(({ key }) => key)
    // Abbreviations and names of variables are the same everywhere.
    .filter((key) => /\p{Ll}/u.test(key)),
);

it("a module that says it’s for the dashboard says so where it’s looked for", () => {
  const files = globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file));
  const saying = files.filter((file) => {
    const code = readFileSync(join(ROOT, file), "utf8");
    return code.includes("The dashboard shows these texts.") && !code.startsWith(MARKER);
  });
  expect(saying).toEqual([]);
});

const placeholders = (text: string) => text.match(/\{\d+\}/g) ?? [];

describe.each(LANGUAGES.filter((language) => language !== "en"))("the dashboard in %s", (language) => {
  const catalogue = readCatalogue(language);

  it("has all its texts, and none that are gone", () => {
    expect(keys.size).toBeGreaterThan(2000);
    expect([...keys].filter((key) => !(key in catalogue))).toEqual([]);
    expect(Object.keys(catalogue).filter((key) => !keys.has(key))).toEqual([]);
  });

  it("fills in the same, in the same order, and has both forms of each plural", () => {
    const differs = Object.entries(catalogue).filter(
      ([key, text]) =>
        placeholders(key).join() !== placeholders(text).join() ||
        partsOf(key).length !== partsOf(text).length,
    );
    expect(differs).toEqual([]);
  });
});
