import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SLICES } from "#src/features/order.ts";

const ROOT = resolve(import.meta.dirname, "../..");

it("every slice has its place in the order", () => {
  const files = globSync("src/features/*/*/**/*.{ts,tsx}", { cwd: ROOT });
  const folders = files.map((file) => file.split("/").slice(2, 4).join("/"));
  expect([...SLICES].sort()).toEqual([...new Set(folders)].sort());
});

const SLICE = "reach/greetings";

/** A slice with a room, written as CONTRIBUTING.md says. */
const FILES: Record<string, string> = {
  "contract.ts": `
    import * as z from "zod";
    import { open } from "#src/lib/endpoint.ts";
    export const greetingsContract = {
      greet: open()
        .route({ method: "GET", path: "/greetings", summary: "A greeting" })
        .output(z.object({ text: z.string() })),
    };`,
  "routes.ts": `
    import { routes } from "#src/platform/http/api.ts";
    import { greetingsContract } from "./contract.ts";
    import { greet } from "./greetings.ts";
    export const greetingRoutes = routes(greetingsContract, { greet });`,
  "greetings.ts": `
    import { WORD } from "./words/words-rules.ts";
    export const greet = async () => ({ text: WORD });`,
  "words/words.ts": `export { WORD } from "./words-rules.ts";`,
  "words/words-rules.ts": `export const WORD = "Hello";`,
  "words/words-rules.test.ts": "",
  "jobs.ts": `
    import { scheduled } from "#src/platform/jobs/job-types.ts";
    export const greetingJobs = [scheduled("greetings.purge", "0 3 * * *", async () => {})];`,
  "mails.ts": `
    import * as z from "zod";
    import { mailHandler } from "#src/platform/mail/mail-types.ts";
    export const greetingMail = { template: "greetings.hello", label: "Greeting", data: z.object({}) };
    export const greetingMails = [mailHandler(greetingMail, async () => ({ unneeded: "It’s a test." }))];`,
  "settings.ts": `
    import * as z from "zod";
    import { instanceSetting } from "#src/lib/setting.ts";
    export const GREETING = instanceSetting({
      name: "greeting", group: "site", variable: "GREETING", default: "", schema: z.string(),
      about: "", label: "Greeting", hint: "", input: { kind: "text" },
    });`,
  "slice.ts": `
    import type { Slice } from "#src/features/slice.ts";
    import { greetingsContract } from "./contract.ts";
    import { greetingJobs } from "./jobs.ts";
    import { greetingMails } from "./mails.ts";
    import { greetingRoutes } from "./routes.ts";
    import { GREETING } from "./settings.ts";
    export const slice: Slice = {
      contract: { greetings: greetingsContract },
      routes: { greetings: greetingRoutes },
      jobs: greetingJobs,
      mails: greetingMails,
      settings: [GREETING],
      accountPart: { tables: [] },
    };`,
  "screens.ts": "export const greetingScreens = [];",
  "ui/words/WordsPage.tsx": "export const WordsPage = () => null;",
  "page/Greeting.tsx": "export const Greeting = () => null;",
  "mutants.mjs": `export const MUTANTS = [["nobody is greeted", "words/words-rules.ts", "Hello", "", ["words/words-rules.test.ts"]]];`,
};

interface Named {
  job?: { name: string };
  mail?: { template: string };
  name?: string;
}

/** What a process takes from all slices. */
type Built = Record<"contract" | "router", object> & Record<"jobs" | "mails" | "instanceSettings", Named[]>;

describe("a new slice is one folder and one line", () => {
  const copy = mkdtempSync(join(tmpdir(), "fanfare-slice-"));
  const load = <Module>(file: string): Promise<Module> => import(pathToFileURL(join(copy, file)).href);

  beforeAll(() => {
    const configs = globSync(["tsconfig*.json", ".dependency-cruiser.mjs", "package.json"], { cwd: ROOT });
    for (const path of ["src", "bin", ...configs])
      cpSync(join(ROOT, path), join(copy, path), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"), "dir");
    for (const [name, text] of Object.entries(FILES)) {
      const file = join(copy, "src/features", SLICE, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const order = join(copy, "src/features/order.ts");
    const lines = readFileSync(order, "utf8").replace('  "reach/webhooks",\n', `$&  "${SLICE}",\n`);
    writeFileSync(order, lines);
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it("the process has its endpoints, jobs, e-mails, settings, and account data", async () => {
    await build({
      root: copy,
      configFile: false,
      logLevel: "error",
      build: {
        ssr: true,
        outDir: "built",
        target: "esnext",
        minify: false,
        rolldownOptions: {
          input: ["src/node/slices.ts", "src/platform/account-data-registry.ts"],
          output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
        },
      },
    });
    const slices = await load<Built>("built/slices.mjs");
    expect(slices.contract).toHaveProperty("greetings.greet");
    expect(slices.router).toHaveProperty("greetings.greet");
    const names = (list: Named[]) => list.map(({ job, mail, name }) => job?.name ?? mail?.template ?? name);
    expect(names(slices.jobs)).toContain("greetings.purge");
    expect(names(slices.mails)).toContain("greetings.hello");
    expect(names(slices.instanceSettings)).toContain("greeting");
    const { accountParts } = await load<{ accountParts(): object[] }>("built/account-data-registry.mjs");
    expect(accountParts()).toContainEqual({ tables: [] });
  });

  it("each of its files is checked with the types of where it runs", () => {
    const checkedBy = (project: string) => {
      const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} };
      const config = ts.getParsedCommandLineOfConfigFile(join(copy, `tsconfig.${project}.json`), {}, host);
      const folder = join(copy, "src/features", SLICE);
      return config?.fileNames
        .filter((file) => file.startsWith(folder))
        .map((file) => relative(folder, file))
        .sort();
    };
    expect(checkedBy("shared")).toEqual(["contract.ts", "page/Greeting.tsx", "words/words-rules.ts"]);
    expect(checkedBy("browser")).toEqual(["screens.ts", "ui/words/WordsPage.tsx"]);
    expect(checkedBy("test")).toEqual(["words/words-rules.test.ts"]);
    const server = [
      "greetings.ts",
      "jobs.ts",
      "mails.ts",
      "routes.ts",
      "settings.ts",
      "slice.ts",
      "words/words.ts",
    ];
    expect(checkedBy("server")).toEqual(server);
  });

  it("its mutants are tried, and it may use only the slices above", async () => {
    const { MUTANTS } = await load<{ MUTANTS: unknown[][] }>("bin/mutants.mjs");
    const [mutant] = MUTANTS.filter(([what]) => what === "nobody is greeted");
    const rules = `src/features/${SLICE}/words/words-rules`;
    expect(mutant?.[1]).toBe(`${rules}.ts`);
    expect(mutant?.[4]).toEqual([`${rules}.test.ts`]);
    const { default: cruiser } = await load<{
      default: { forbidden: { name: string; to: { path: string } }[] };
    }>(".dependency-cruiser.mjs");
    const order = cruiser.forbidden.find(({ name }) => name === `${SLICE}-uses-only-slices-above`);
    expect(order?.to.path).toContain("reach/notifications");
    expect(order?.to.path).not.toContain("reach/webhooks");
  });
});
