import { chmod, mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { temporaryFolder } from "#test/harness/backups.ts";
import { patientOf } from "../system.ts";
import { examine, type Patient } from "./doctor.ts";
import { isDiskShort, isWeakSecret } from "./doctor-rules.ts";

let app: TestApp;
let patient: Patient;
beforeAll(async () => {
  app = await startApp();
  patient = patientOf(app.platform);
});
afterAll(() => app?.close());

async function check(name: string, more: Partial<Patient>, config: Partial<Patient["config"]> = {}) {
  const checks = await examine({ ...patient, ...more, config: { ...patient.config, ...config } });
  return checks.find((one) => one.name === name);
}

describe("the self-check", () => {
  it("finds a new instance well but for what’s still to be set, and its missing backup", async () => {
    const checks = await examine(patient);
    const wrong = checks.filter(({ verdict }) => verdict === "wrong").map(({ name }) => name);
    // Which Node.js runs this isn't the new instance's doing.
    expect(wrong.filter((name) => name !== "holes")).toEqual(["backup"]);
    expect(
      checks.every(({ said, advice }) => /[.]$/.test(said) && (advice === "" || /[.]$/.test(advice))),
    ).toBe(true);
  });

  it.each<[string, Partial<Patient>, Partial<Patient["config"]>, string]>([
    [
      "configuration",
      { misspelled: [{ name: "SMTP_ULR", meant: "SMTP_URL" }] },
      {},
      "SMTP_ULR isn’t a setting.",
    ],
    ["secret", {}, { SECRET: "abcabcabcabcabcabcabcabcabcabcabcabc" }, "SECRET is easy to guess"],
    ["url", {}, { PUBLIC_URL: "http://links.example.com" }, "isn’t https"],
    ["url", {}, { PUBLIC_URL: "https://links.example.com", TRUSTED_PROXIES: "none" }, "no proxy is trusted"],
    ["dns", {}, { PUBLIC_URL: "https://nowhere.invalid" }, "nowhere.invalid can’t be found"],
    ["mail", {}, { SMTP_URL: "smtp://127.0.0.1:9" }, "can’t be used (ESOCKET)"],
    ["sender", { sender: "Fanfare <fanfare@localhost>" }, {}, "comes from a made-up address"],
    ["sign_ups", {}, { PUBLIC_URL: "https://links.example.com" }, "Everyone can make an account, and nobody"],
    ["headers", {}, { PUBLIC_URL: "https://nowhere.invalid" }, "nowhere.invalid didn’t answer."],
    ["database", { db: undefined, databaseProblem: "It can't be reached." }, {}, "can't be reached"],
    ["folder", { dataFolder: "/nowhere" }, {}, "There’s no data folder at /nowhere yet."],
  ])("says what’s wrong with %s", async (name, more, config, said) => {
    const found = await check(name, more, config);
    expect(found?.said).toContain(said);
    expect(found?.verdict).not.toBe("ok");
    expect(found?.advice).not.toBe("");
  });

  it("finds a port that another program has", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => other.once("listening", done));
    const { port } = other.address() as { port: number };
    const found = await check("port", { isRunning: false }, { PORT: port, HOST: "127.0.0.1" });
    other.close();
    expect(found?.said).toBe(`Another program has port ${port}.`);
  });

  it("finds a folder that others can read", async () => {
    const dataFolder = join(await temporaryFolder(), "data");
    await mkdir(dataFolder);
    await chmod(dataFolder, 0o755);
    expect(await check("folder", { dataFolder })).toMatchObject({ verdict: "wrong" });
    await chmod(dataFolder, 0o700);
    expect(await check("folder", { dataFolder })).toMatchObject({ verdict: "ok" });
  });

  it("finds a database that a newer version has upgraded", async () => {
    const older = await temporaryFolder();
    await mkdir(join(older, "meta"));
    const { writeFile } = await import("node:fs/promises");
    await writeFile(
      join(older, "meta/_journal.json"),
      JSON.stringify({ version: "7", dialect: "postgresql", entries: [] }),
    );
    expect(await check("migrations", { migrationsFolder: older })).toMatchObject({ verdict: "wrong" });
  });
});

describe("what counts as short or weak", () => {
  it("is a disk with less than 2 GB, or less than a twentieth of a small one", () => {
    expect(isDiskShort({ free: 1e9, total: 1e12 })).toBe(true);
    expect(isDiskShort({ free: 4e9, total: 1e11 })).toBe(true);
    expect(isDiskShort({ free: 4e10, total: 1e12 })).toBe(false);
    expect(isDiskShort({ free: 3e9, total: 3e10 })).toBe(false);
  });

  it("is a secret of few different characters", () => {
    expect(isWeakSecret("0123".repeat(10))).toBe(true);
    expect(isWeakSecret("Lr7wKz0vQm3xN5tB8yHc2pJd6gFs4aXe")).toBe(false);
  });
});
