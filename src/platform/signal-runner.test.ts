// @project server-postgres
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as z from "zod";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { SignalRunner } from "./signal-runner.ts";
import type { SignalType } from "./signals.ts";

const stirred: SignalType<object> = { name: "test.stirred", payload: z.object({}) };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
});
afterAll(() => app?.close());

const stir = () => app.platform.write((ctx) => ctx.invalidate(stirred, {}));

it("runs at the start, once at a time, once more for signals that come meanwhile, and not after a stop", async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const run = () => {
    const started = Promise.withResolvers<void>();
    runs.push(started);
    return started.promise;
  };
  const runner = new SignalRunner(app.platform, [{ signal: stirred, run }]);
  runner.wakeAll();
  await Promise.all([stir(), stir(), stir()]);
  await vi.waitUntil(() => runs.length === 1);
  await Promise.all([stir(), stir()]);
  expect(runs.length).toBe(1);
  runs[0]?.reject(new Error("Not today"));
  await vi.waitUntil(() => runs.length === 2);
  const stopped = runner.stop();
  runs[1]?.resolve();
  await stopped;
  await stir();
  expect(runs.length).toBe(2);
});
