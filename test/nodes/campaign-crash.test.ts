import { afterAll, expect, it } from "vitest";
import { CONNECTIONS_MAX } from "#src/features/email/sending-accounts/rules.ts";
import { type Outcome, sendDuringCrashes } from "./campaign-crash.ts";
import { embeddedStore, postgresStore, removeFolders } from "./stores.ts";

afterAll(removeFolders);

interface Size {
  fans: number;
  kills: number;
  isShared?: boolean;
}

function expectNobodyLost(outcome: Outcome, { fans, kills, isShared = false }: Size): void {
  const { sent, uncertain } = outcome;
  expect(outcome).toMatchObject({
    lost: 0,
    missing: 0,
    doubled: 0,
    figures: { recipients: fans, sent, uncertain },
  });
  // The first kill ends both accounts' messages, and the others those of the one that goes on.
  expect(uncertain).toBeLessThanOrEqual((kills + (isShared ? 1 : 0)) * CONNECTIONS_MAX);
}

it("5.10.1 a campaign whose process is killed again and again loses nobody and sends nothing twice, on PostgreSQL, nor does the loss of one of its accounts meanwhile", async ({
  onTestFinished: leaveNothing,
}) => {
  const size = { fans: 1500, kills: 3, isShared: true };
  expectNobodyLost(await sendDuringCrashes(await postgresStore(), { ...size, leaveNothing }), size);
});

it("nor does it on the embedded database", async ({ onTestFinished: leaveNothing }) => {
  const size = { fans: 500, kills: 2 };
  expectNobodyLost(await sendDuringCrashes(await embeddedStore(), { ...size, leaveNothing }), size);
});
