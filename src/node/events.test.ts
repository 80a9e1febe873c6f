// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PASSWORD, startApp, type TestApp } from "#test/harness/app.ts";
import { Authenticator } from "#test/harness/authenticator.ts";
import type { Answer, Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { pictureForm } from "#test/harness/pictures.ts";
import { makeDevice, pushKeys } from "#test/harness/push-service.ts";
import { totpAt } from "#test/harness/totp.ts";
import { videoForm } from "#test/harness/videos.ts";

let app: TestApp;
let founder: Client;
let owner: Client;
const id: Record<string, string> = {};

beforeAll(async () => {
  app = await startApp({
    ...pushKeys(),
    PLANS: "",
    DOMAINS_TARGET: "links.fanfare.com",
    DOMAINS_ADDRESSES: "93.184.215.14",
  });
  founder = await app.signUp();
});
afterAll(() => app?.close());

/** Makes the call and returns its answer, and what it announced. */
async function announcedBy(endpoint: string, call: () => Promise<Answer>) {
  const before = new Set((await eventsOf(app)).map((event) => event.id));
  const { status, body } = await call();
  expect([endpoint, status, status < 300 ? "" : body]).toEqual([endpoint, status, ""]);
  const events = (await eventsOf(app)).filter((event) => !before.has(event.id));
  return { body, events, told: events.map(({ name, subject }) => `${name} ${subject}`) };
}

const linkOf = async (subject: RegExp) =>
  /token=([\w-]+)/.exec((await app.mailTo(owner.email, subject)).text)?.[1] ?? "";

it("everything that people do to their account is announced", async () => {
  owner = app.visitor();
  owner.email = `${randomUUID()}@example.com`;
  const person = { name: "Ada", email: owner.email, password: PASSWORD };
  const auth = (path: string, body: object = {}) => owner.call("POST", `/api/auth/${path}`, body);
  const signUp = await announcedBy("POST sign-up/email", () => auth("sign-up/email", person));
  owner.id = signUp.body.user.id;
  expect(signUp.told).toEqual([`account.created ${owner.id}`]);
  const renamed = await announcedBy("accounts.updateMe", () => owner.api("PATCH", "/me", { name: "Ada L." }));
  const picture = await pictureForm();
  const pictured = await announcedBy("media.changeOwn", () => owner.api("PUT", "/me/picture", picture));
  const removed = await announcedBy("media.removeOwn", () => owner.api("DELETE", "/me/picture"));
  const choose = () => owner.api("PATCH", "/me/notification-preferences", { topic: "fans", email: false });
  const chosen = await announcedBy("preferences.update", choose);
  const { subscription } = makeDevice("https://push.example/1");
  const device = await announcedBy("preferences.addPushDevice", () =>
    owner.api("POST", "/me/push-devices", subscription),
  );
  const off = await announcedBy("preferences.removePushDevice", () =>
    owner.api("DELETE", `/me/push-devices/${device.body.id}`),
  );
  for (const { told } of [renamed, pictured, removed, chosen, device, off])
    expect(told).toEqual([`account.updated ${owner.id}`]);
  const confirm = { token: await linkOf(/onfirm/) };
  const verify = await announcedBy("POST verify-email", () => auth("verify-email", confirm));
  expect(verify.told).toEqual([`account.email_confirmed ${owner.id}`]);
  const signOut = await announcedBy("POST sign-out", () => auth("sign-out"));
  expect(signOut.told).toEqual([`account.signed_out ${owner.id}`]);
  await auth("request-password-reset", { email: owner.email });
  const reset = { token: await linkOf(/password/), newPassword: `${PASSWORD} again` };
  const changed = await announcedBy("POST reset-password", () => auth("reset-password", reset));
  expect(changed.told).toEqual([`account.password_changed ${owner.id}`]);
  const signIn = { email: owner.email, password: reset.newPassword };
  const back = await announcedBy("POST sign-in/email", () => auth("sign-in/email", signIn));
  expect(back.told).toEqual([`account.signed_in ${owner.id}`]);
  const again = { currentPassword: reset.newPassword, newPassword: PASSWORD };
  const replaced = await announcedBy("POST change-password", () => auth("change-password", again));
  expect(replaced.told).toEqual([`account.password_changed ${owner.id}`]);
});

it("what people do about their devices and their e-mail address is announced", async () => {
  const signInElsewhere = async () => {
    const other = app.visitor();
    await other.call("POST", "/api/auth/sign-in/email", { email: owner.email, password: PASSWORD });
    return (await other.api("GET", "/me/sessions")).body.items[0].id;
  };
  const session = await signInElsewhere();
  const one = await announcedBy("accounts.endSession", () => owner.api("DELETE", `/me/sessions/${session}`));
  expect(one.events).toMatchObject([{ name: "account.sessions_ended", payload: { ids: [session] } }]);
  const ids = [await signInElsewhere()];
  const all = await announcedBy("accounts.endOtherSessions", () => owner.api("DELETE", "/me/sessions"));
  expect(all.events).toMatchObject([{ name: "account.sessions_ended", payload: { ids } }]);
  const ask = () => owner.api("POST", "/me/email", { email: `new-${owner.email}` });
  const asked = await announcedBy("accounts.requestEmailChange", ask);
  expect(asked.told).toEqual([`account.email_change_requested ${owner.id}`]);
  const cancel = () => owner.api("DELETE", "/me/email");
  const canceled = await announcedBy("accounts.cancelEmailChange", cancel);
  expect(canceled.told).toEqual([`account.email_change_canceled ${owner.id}`]);
  await app.platform.db.execute(sql`update users set email_verified = false where id = ${owner.id}`);
  owner.email = `new-${owner.email}`;
  await ask();
  owner.email = `new-${owner.email}`;
  const token = await linkOf(/Confirm/);
  const confirm = () => owner.call("POST", "/api/auth/confirm-email-change", { token });
  const confirmed = await announcedBy("POST confirm-email-change", confirm);
  expect(confirmed.told).toEqual([`account.email_changed ${owner.id}`]);
  await signInElsewhere();
  const notMe = { token: await linkOf(/New sign-in/) };
  const secure = () => app.visitor().call("POST", "/api/auth/secure-account", notMe);
  expect((await announcedBy("POST secure-account", secure)).told).toEqual([`account.secured ${owner.id}`]);
  const reset = { token: await linkOf(/Choose a new/), newPassword: PASSWORD };
  await owner.call("POST", "/api/auth/reset-password", reset);
  await owner.call("POST", "/api/auth/sign-in/email", { email: owner.email, password: PASSWORD });
});

it("every way to sign in that someone adds, renames, or removes is announced", async () => {
  const secret = async () => (await owner.api("POST", "/me/two-factor")).body.secret;
  const code = await totpAt(await secret(), app.clock.now());
  const does = async (endpoint: string, method: string, path: string, body?: unknown) => {
    const done = await announcedBy(endpoint, () => owner.api(method, path, body));
    expect(done.told).toHaveLength(1);
    expect(done.events).toMatchObject([{ account: owner.id, subject: owner.id }]);
    return { ...done, name: done.events[0]?.name };
  };
  const confirm = { code };
  expect((await does("accounts.turnOnTwoFactor", "POST", "/me/two-factor/confirm", confirm)).name).toBe(
    "account.two_factor_enabled",
  );
  const codes = "/me/two-factor/recovery-codes";
  expect((await does("accounts.replaceRecoveryCodes", "POST", codes)).name).toBe(
    "account.recovery_codes_replaced",
  );
  expect((await does("accounts.turnOffTwoFactor", "DELETE", "/me/two-factor")).name).toBe(
    "account.two_factor_disabled",
  );
  const options = (await owner.api("POST", "/me/passkeys/options")).body;
  const response = new Authenticator(app.platform.instance.publicUrl).create(options);
  const added = await does("accounts.addPasskey", "POST", "/me/passkeys", { name: "Phone", response });
  const passkey_id = added.body.id;
  expect(added.events).toMatchObject([{ name: "account.passkey_added", payload: { passkey_id } }]);
  const path = `/me/passkeys/${passkey_id}`;
  const renamed = await does("accounts.updatePasskey", "PATCH", path, { name: "Mine" });
  expect(renamed.events).toMatchObject([{ name: "account.passkey_renamed", payload: { passkey_id } }]);
  const removed = await does("accounts.removePasskey", "DELETE", path);
  expect(removed.events).toMatchObject([{ name: "account.passkey_removed", payload: { passkey_id } }]);
});

it("everything that people do to their profiles and links is announced, in their name", async () => {
  const does = async (endpoint: string, method: string, path: string, body?: unknown) => {
    const done = await announcedBy(endpoint, () => owner.api(method, path, body));
    for (const { account, actor } of done.events) {
      expect(account).toBe(owner.id);
      expect(actor).toEqual({ type: "person", id: owner.id, role: "owner" });
    }
    return done;
  };
  const made = await does("profiles.create", "POST", "/profiles", { name: "Mia" });
  id.profile = made.body.id;
  const profile = `/profiles/${id.profile}`;
  expect(made.told).toEqual([`profile.created ${id.profile}`]);
  const updated = await does("profiles.update", "PATCH", profile, { username: "newmia", notes: "x" });
  expect(updated.events.map(({ name, payload }) => [name, payload])).toEqual([
    ["profile.renamed", { from: "mia", to: "newmia" }],
    ["profile.updated", { fields: ["notes"] }],
  ]);
  expect((await does("profiles.update", "PATCH", profile, { notes: "x" })).told).toEqual([]);
  const off = await does("profiles.setStatus", "PUT", `${profile}/status`, { status: "inactive" });
  expect(off.told).toEqual([`profile.status_changed ${id.profile}`]);
  expect((await does("profiles.delete", "DELETE", profile)).told).toEqual([`profile.deleted ${id.profile}`]);
  const back = await does("profiles.restore", "POST", `${profile}/restore`);
  expect(back.told).toEqual([`profile.restored ${id.profile}`]);
  const form = { source_profile_id: id.profile, new_profile_name: "Mia two" };
  const copied = await does("profiles.duplicate", "POST", "/rpc/duplicate_profile", form);
  expect(copied.events).toMatchObject([{ name: "profile.duplicated", payload: { source_id: id.profile } }]);

  const key = await does("keys.create", "POST", "/keys", { name: "Zapier", scopes: ["links.see"] });
  expect(key.events).toMatchObject([{ name: "key.created", subject: key.body.id }]);
  const onKey = `/keys/${key.body.id}`;
  const named = await does("keys.rename", "PATCH", onKey, { name: "Make" });
  expect(named.told).toEqual([`key.renamed ${key.body.id}`]);
  const rotated = await does("keys.rotate", "POST", `${onKey}/rotate`, {});
  expect(rotated.told).toEqual([`key.rotated ${key.body.id}`]);
  const revoked = await does("keys.revoke", "DELETE", onKey);
  expect(revoked.told).toEqual([`key.revoked ${key.body.id}`]);

  const to = { url: "https://example.com", events: ["leads.restored"] };
  const hook = await does("webhooks.create", "POST", "/webhooks", to);
  const onHook = `/webhooks/${hook.body.id}`;
  expect(hook.told).toEqual([`webhook.created ${hook.body.id}`]);
  expect((await does("webhooks.update", "PATCH", onHook, { is_enabled: false })).events).toMatchObject([
    { name: "webhook.updated", payload: { fields: ["disabled_at", "disabled_because"] } },
  ]);
  const secret = await does("webhooks.rotateSecret", "POST", `${onHook}/rotate-secret`, {});
  expect(secret.told).toEqual([`webhook.secret_rotated ${hook.body.id}`]);
  const gone = await does("webhooks.delete", "DELETE", onHook);
  expect(gone.told).toEqual([`webhook.deleted ${hook.body.id}`]);

  await app.platform.db.execute(sql`update users set email_verified = true where id = ${owner.id}`);
  const host = { host: "mia.com", profile_id: id.profile };
  await founder.api("PATCH", "/settings", { values: { plans: "off" } });
  const domain = await does("domains.add", "POST", "/domains", host);
  expect(domain.told).toEqual([`domain.added ${domain.body.id}`]);
  const removed = await does("domains.remove", "DELETE", `/domains/${domain.body.id}`);
  expect(removed.told).toEqual([`domain.removed ${domain.body.id}`]);
  await founder.api("PATCH", "/settings", { values: { plans: null } });

  const link = await does("links.create", "POST", `${profile}/links`, { title: "L", url: "l.example" });
  id.link = link.body.id;
  const path = `/links/${id.link}`;
  const addresses = { addresses: [{ address: "TikTok @mia" }] };
  const many = await does("links.createFromAddresses", "POST", `${profile}/links/from-addresses`, addresses);
  expect(many.told).toEqual([`link.created ${many.body.items[0].id}`]);
  await owner.api("DELETE", `/links/${many.body.items[0].id}`);
  expect(link.told).toEqual([`link.created ${id.link}`]);
  expect((await does("links.update", "PATCH", path, { title: "M" })).events).toMatchObject([
    { name: "link.updated", payload: { profile_id: id.profile, fields: ["title"] } },
  ]);
  expect((await does("links.delete", "DELETE", path)).told).toEqual([`link.deleted ${id.link}`]);
  expect((await does("links.restore", "POST", `${path}/restore`)).told).toEqual([`link.restored ${id.link}`]);
  const copy = await does("links.duplicate", "POST", `${path}/duplicate`);
  expect(copy.told).toEqual([`link.duplicated ${copy.body.id}`]);
  const order = { ids: [copy.body.id, id.link] };
  expect((await does("links.order", "PUT", `${profile}/links/order`, order)).told).toEqual([
    `links.reordered ${id.profile}`,
  ]);
  const undo_id = randomUUID();
  const change = { selection: { ids: [id.link] }, change: { action: "tag", tag: "vip" }, undo_id };
  const payload = { action: "tag", count: 1, profile_ids: [id.profile] };
  expect((await does("links.changeMany", "POST", "/links/changes", change)).events).toMatchObject([
    { name: "links.changed", payload },
  ]);
  expect((await does("links.undoMany", "POST", "/links/changes/undo", { undo_id })).events).toMatchObject([
    { name: "links.change_undone", payload },
  ]);
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  const upload = new FormData();
  upload.set("file", new File([picture as BlobPart], "red.png"));
  const sent = await does("media.upload", "POST", "/media", upload);
  expect(sent.events).toMatchObject([{ name: "media.uploaded", payload: { purpose: "avatar" } }]);
  const video = await does("media.uploadVideo", "POST", "/media/videos", videoForm());
  expect(video.events).toMatchObject([{ name: "media.uploaded", payload: { purpose: "video" } }]);
  const { items } = (await owner.api("GET", "/media")).body;
  const at = `/media/${items[0].id}`;
  const described = await does("media.change", "PATCH", at, { alt_text: "Red" });
  expect(described.told).toEqual([`media.changed ${items[0].id}`]);
  const fitted = await does("media.fit", "POST", `${at}/copies`, { purpose: "icon" });
  expect(fitted.events).toMatchObject([
    { name: "media.fitted", payload: { source_id: items[0].id, purpose: "icon" } },
  ]);
  expect((await does("media.remove", "DELETE", at)).told).toEqual([`media.deleted ${items[0].id}`]);
});

it("a referral is announced in the account of whom it concerns", async () => {
  const setCode = () => owner.api("PUT", "/referrals/code", { code: "owners-code" });
  expect((await announcedBy("referrals.setCode", setCode)).told).toEqual([
    `referral.code_changed ${owner.id}`,
  ]);
  const generate = () => founder.api("POST", "/rpc/generate_referral_code");
  expect((await announcedBy("referrals.generateCode", generate)).told).toEqual([
    `referral.code_changed ${founder.id}`,
  ]);
  const friend = await app.signUp();
  const attach = () => friend.api("POST", "/referrals/attach", { referral_code: "owners-code" });
  const attached = await announcedBy("referrals.attach", attach);
  expect(attached.events).toMatchObject([{ name: "referral.attached", account: friend.id }]);
});

it("everything that happens on a team is announced, with ids only", async () => {
  const team = (event: string, method: string, path: string, body?: unknown) =>
    announcedBy(`members.${event}`, () => owner.api(method, `/team/${path}`, body));
  const member = await app.signUp();
  const wish = { email: member.email, role: "viewer" };
  const invited = await team("invite", "POST", "invitations", wish);
  const about = `/invitations/${invited.body.id}`;
  expect(invited.told).toEqual([`member.invited ${invited.body.id}`]);
  expect(JSON.stringify(invited.events)).not.toContain(member.email);
  expect((await team("resend", "POST", `${about.slice(1)}/resend`)).told).toEqual(invited.told);
  const revoked = await team("revoke", "DELETE", about.slice(1));
  expect(revoked.told).toEqual([`member.invitation_revoked ${invited.body.id}`]);
  const ask = async () => {
    await owner.api("POST", "/team/invitations", wish);
    const token = async () => /token=([\w-]+)/.exec((await app.mailTo(member.email, /invited/)).text)?.[1];
    const works = async () => (await app.visitor().api("GET", `/invitations/${await token()}`)).status;
    await expect.poll(works, { timeout: 20_000 }).toBe(200);
    return `/invitations/${await token()}`;
  };
  const declined = await announcedBy("members.decline", async () =>
    app.visitor().api("POST", `${await ask()}/decline`),
  );
  expect(declined.told.at(-1)).toMatch(/^member\.invitation_declined /);
  const link = await ask();
  const joined = await announcedBy("members.accept", () => member.api("POST", `${link}/accept`));
  expect(joined.events).toMatchObject([
    { name: "account.email_confirmed", account: member.id },
    { name: "member.joined", account: owner.id, subject: member.id, payload: { role: "viewer" } },
  ]);
  const raised = await team("change", "PATCH", `members/${member.id}`, { role: "editor" });
  expect(raised.told).toEqual([`member.role_changed ${member.id}`]);
  const removed = await team("remove", "DELETE", `members/${member.id}`);
  expect(removed.told).toEqual([`member.removed ${member.id}`]);
  const second = await ask();
  await member.api("POST", `${second}/accept`);
  const left = await announcedBy("members.leave", () => member.api("POST", "/team/leave"));
  expect(left.events).toMatchObject([{ name: "member.left", account: owner.id, subject: member.id }]);
});

it("what visitors leave is announced to whom it concerns, without their names", async () => {
  await owner.api("PATCH", `/profiles/${id.profile}`, {
    lead_capture_enabled: true,
    collect_without_download: true,
  });
  await owner.api("PUT", `/profiles/${id.profile}/status`, { status: "active" });
  const capture = (p_email: string) =>
    announcedBy("leads.capture", () =>
      app
        .visitor()
        .api("POST", "/rpc/insert_fan_lead", { p_profile_id: id.profile, p_name: "Nora", p_email }),
    );
  const [one, two] = [await capture("nora@fans.example"), await capture("zoe@fans.example")];
  const fan = { account: owner.id, actor: { type: "visitor" } };
  expect(one.events).toMatchObject([
    { ...fan, name: "contact.created" },
    { ...fan, name: "lead.captured", subject: one.body.id },
  ]);
  expect(JSON.stringify(one.events)).not.toMatch(/nora/i);
  const [nora, zoe] = [one, two].map(({ events }) => events[0]?.subject);
  const erased = await announcedBy("contacts.delete", () => owner.api("DELETE", `/contacts/${nora}`));
  expect(erased.told).toEqual([`contact.deleted ${nora}`]);
  const undo_id = randomUUID();
  const many = await announcedBy("contacts.deleteMany", () =>
    owner.api("POST", "/contacts/delete", { selection: { ids: [zoe] }, undo_id }),
  );
  expect(many.events).toMatchObject([{ name: "contacts.deleted", payload: { ids: [zoe] } }]);
  const undone = await announcedBy("contacts.restore", () =>
    owner.api("POST", "/contacts/restore", { undo_id }),
  );
  expect(undone.told).toEqual([`contacts.restored ${undo_id}`]);
  const report = { username: "newmia", reason: "spam" };
  const reported = await announcedBy("moderation.reportPage", () =>
    app.visitor().api("POST", "/reports", report),
  );
  expect(reported.events).toMatchObject([
    { name: "page.reported", account: "instance", payload: { profile_id: id.profile } },
  ]);
  const plans = await announcedBy("settings.update", () =>
    founder.api("PATCH", "/settings", { values: { plans: "off" } }),
  );
  expect(plans.told).toEqual(["setting.changed plans"]);
  expect(plans.events).toMatchObject([{ actor: { type: "staff", id: founder.id, role: "founder" } }]);
});

it("a suspension and its end are announced to the account", async () => {
  const guest = await app.signUp();
  const ban = `/admin/users/${guest.id}/ban`;
  const banned = await announcedBy("accounts.ban", () => founder.api("PUT", ban, { reason: "Spam" }));
  expect(banned.events).toMatchObject([{ account: guest.id, actor: { type: "staff", id: founder.id } }]);
  const lifted = await announcedBy("accounts.liftBan", () => founder.api("DELETE", ban));
  expect([...banned.told, ...lifted.told]).toEqual([
    `account.banned ${guest.id}`,
    `account.ban_lifted ${guest.id}`,
  ]);
});

it("what staff do about coupons is announced", async () => {
  const form = { code: "SPRING", percent_off: 20, months: 1 };
  const made = await announcedBy("coupons.create", () => founder.api("POST", "/coupons", form));
  expect(made.told).toEqual([`coupon.created ${made.body.id}`]);
  expect(made.events).toMatchObject([{ account: "instance", actor: { type: "staff", id: founder.id } }]);
  const end = () => founder.api("POST", `/coupons/${made.body.id}/end`);
  expect((await announcedBy("coupons.end", end)).told).toEqual([`coupon.ended ${made.body.id}`]);
});

it("what staff do about the gallery of themes is announced", async () => {
  const offer = () => founder.api("POST", "/theme-gallery", { name: "House", theme: {} });
  const made = await announcedBy("themes.offer", offer);
  expect(made.told).toEqual([`theme.offered ${made.body.id}`]);
  expect(made.events).toMatchObject([{ account: "instance", actor: { type: "staff", id: founder.id } }]);
  const takeBack = () => founder.api("DELETE", `/theme-gallery/${made.body.id}`);
  expect((await announcedBy("themes.takeBack", takeBack)).told).toEqual([`theme.taken_back ${made.body.id}`]);
});

it("an export and its way back are announced", async () => {
  const exported = await announcedBy("accountData.export", () => owner.api("POST", "/me/export"));
  expect(exported.told).toEqual([`account.exported ${owner.id}`]);
  const form = new FormData();
  const answer = await fetch(owner.url + exported.body.url, { headers: { cookie: owner.cookie } });
  form.set("file", new File([await answer.arrayBuffer()], "export.zip"));
  const brought = await announcedBy("accountData.import", () => owner.api("POST", "/me/import", form));
  expect(brought.told).toContain(`account.imported ${owner.id}`);
});

it("everything that becomes of premium is announced, and what people answered to an offer", async () => {
  await founder.api("PATCH", "/settings", { values: { plans: null } });
  const { url } = (await owner.api("POST", "/billing/checkout", { units: 10 })).body;
  const checkout = new URL(url, app.url).searchParams.get("checkout");
  await owner.api("POST", "/billing/sandbox", { act: "pay", checkout });
  const state = async () => (await owner.api("GET", "/billing")).body.state;
  await expect.poll(state, { timeout: 20_000 }).toBe("active");
  const names = async (endpoint: string, call: () => Promise<Answer>) =>
    (await announcedBy(`subscriptions.${endpoint}`, call)).events.map(({ name }) => name).sort();
  const post =
    (path: string, body: object = {}) =>
    () =>
      owner.api("POST", `/billing/${path}`, body);
  const { at } = (await owner.api("POST", "/billing/preview", { units: 5 })).body;
  const fewer = () => owner.api("PUT", "/billing/units", { units: 5, at });
  expect(await names("changeUnits", fewer)).toEqual(["billing.premium_changed", "billing.units_changed"]);
  const hide = () => owner.api("PATCH", "/billing", { remove_branding: true });
  expect(await names("update", hide)).toEqual(["billing.branding_changed"]);
  expect(await names("takeDiscount", post("discount", { reason: "too_expensive" }))).toEqual([
    "billing.leaving_answered",
  ]);
  expect(await names("pause", post("pause", { months: 1, reason: "break" }))).toEqual([
    "billing.leaving_answered",
    "billing.paused",
  ]);
  expect(await names("resume", post("resume"))).toEqual(["billing.unpaused"]);
  expect(await names("cancel", post("cancel", { reason: "other" }))).toEqual([
    "billing.end_scheduled",
    "billing.leaving_answered",
  ]);
});

it("closing an account and keeping it are announced", async () => {
  const remove = () => owner.api("DELETE", "/me", { confirmation: owner.email });
  expect((await announcedBy("accountData.delete", remove)).told).toEqual([
    `account.deletion_requested ${owner.id}`,
  ]);
  const keep = () => owner.api("DELETE", "/me/deletion");
  expect((await announcedBy("accounts.keepAccount", keep)).told).toEqual([
    `account.deletion_canceled ${owner.id}`,
  ]);
});
