import * as z from "zod";
import { isLanguage } from "#src/lib/language.ts";
import type { AccountPart, ExportReader } from "#src/platform/account-data-registry.ts";
import type { Ctx } from "#src/platform/context.ts";
import { requireRow, updateMe } from "./person/person.ts";
import {
  account,
  emailChange,
  factorRemoval,
  impersonation,
  passkey,
  session,
  staffAccess,
  twoFactor,
  user,
} from "./tables.ts";
import type { TwoFactorRow } from "./two-factor/two-factor-store.ts";
import { boundTo, recoverySealPurpose, totpSealPurpose } from "./two-factor/two-factor-store.ts";

const code = z.string().max(100).nullable();
const exportedSettings = z.object({ timeZone: code, region: code, language: code });

/** Must be last: as long as the person exists, an interrupted erasure can continue. */
export const accountsPart: AccountPart = {
  isErasedLast: true,
  tables: [
    {
      table: session,
      by: { account: session.userId },
      exported: {
        as: "devices",
        id: session.id,
        without: ["id", "token", "userId", "ipAddress", "impersonatedBy", "activeAccount"],
        unrestored: "Devices: people sign in again on each of them.",
      },
    },
    {
      table: account,
      by: { account: account.userId },
      unexported: "Passwords and what Google knows of a person are nobody’s to copy.",
    },
    {
      table: twoFactor,
      by: { account: twoFactor.userId },
      unexported: "A second step is only as good as its secret.",
    },
    {
      table: factorRemoval,
      by: { account: factorRemoval.userId },
      unexported: "It’s over in a few days, and the activity log says so.",
    },
    {
      table: emailChange,
      by: { account: emailChange.userId },
      unexported: "It’s over in a day, and the address may be someone else’s.",
    },
    {
      table: emailChange,
      by: { email: emailChange.email },
      unexported: "It’s another account’s, which wants this address.",
    },
    {
      table: staffAccess,
      by: { account: staffAccess.account },
      unexported: "It’s for the staff of this instance only.",
    },
    {
      table: impersonation,
      by: { account: impersonation.account },
      unexported: "What staff did in the account is in its activity log.",
    },
    {
      table: impersonation,
      by: { account: impersonation.staff },
      unexported: "They’re about other people’s accounts.",
    },
    {
      table: passkey,
      by: { account: passkey.userId },
      exported: {
        as: "passkeys",
        id: passkey.id,
        without: ["id", "publicKey", "userId", "credentialID", "counter", "aaguid"],
        unrestored: "Passkeys: each is for one account. Add them again.",
      },
    },
    {
      table: user,
      by: { account: user.id },
      isErasedApart: true,
      exported: {
        as: "settings",
        id: user.id,
        without: ["id", "role", "banned", "banReason", "banExpires", "deletionDueAt", "handedOverAt"],
      },
    },
  ],
  restore: restoreSettings,
  sealed: [
    {
      table: twoFactor,
      key: [twoFactor.userId],
      purposes: {
        secret: (row: TwoFactorRow) => totpSealPurpose(boundTo(row)),
        recoveryCodes: (row: TwoFactorRow) => recoverySealPurpose(boundTo(row)),
      },
    },
  ],
  people: [
    session.userId,
    session.impersonatedBy,
    impersonation.staff,
    account.userId,
    // A password's row repeats its person's id here.
    account.accountId,
    twoFactor.userId,
    factorRemoval.userId,
    emailChange.userId,
    passkey.userId,
  ],
};

/** Restores personal settings that aren't set here. */
async function restoreSettings(ctx: Ctx, from: ExportReader): Promise<undefined> {
  const [theirs] = await from.rows("settings", exportedSettings);
  if (!theirs) return;
  const mine = await requireRow(ctx);
  const { timeZone: time_zone, region, language } = theirs;
  for (const change of [
    mine.time_zone === null && time_zone !== null && { time_zone },
    mine.region === null && region !== null && { region },
    mine.language === null && language !== null && isLanguage(language) && { language },
  ])
    if (change) await from.trying("Settings", () => updateMe(ctx, change));
}
