import { afterAll, expect, it } from "vitest";
import { type Outcome, walkDuringCrashes } from "./sequence-crash.ts";
import { embeddedStore, postgresStore, removeFolders } from "./stores.ts";

afterAll(removeFolders);

const MAILS = 3;

function expectNobodyLost(outcome: Outcome, fans: number): void {
  expect(outcome).toEqual({
    completed: fans,
    settled: fans * MAILS,
    doubled: 0,
    repeated: 0,
    announced: { entered: fans, left: fans },
  });
}

it("5.10.1 a sequence whose process is killed again and again loses nobody, and nobody gets a step twice, on PostgreSQL", async ({
  onTestFinished: leaveNothing,
}) => {
  const fans = 400;
  expectNobodyLost(await walkDuringCrashes(await postgresStore(), { fans, kills: 3, leaveNothing }), fans);
});

it("nor does it on the embedded database", async ({ onTestFinished: leaveNothing }) => {
  const fans = 120;
  expectNobodyLost(await walkDuringCrashes(await embeddedStore(), { fans, kills: 2, leaveNothing }), fans);
});
