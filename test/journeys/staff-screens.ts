import { expect, post } from "./instance.ts";
import { LONG, open, type Stage, type Walk } from "./screen-walk.ts";

/** The screens below `/admin`. */
export async function* staffScreens({ page, username }: Stage): Walk {
  await open(page, "/admin");
  await page.getByRole("heading", { name: "Who comes back" }).waitFor();
  yield "overview";
  await open(page, "/admin?metric=egress_sent");
  await page.getByRole("heading", { name: "Traffic by kind of work" }).waitFor();
  yield "traffic";
  await open(page, "/admin/users");
  yield "users";
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
  await page.getByRole("region", { name: "Activity" }).waitFor();
  yield "a user";
  await open(page, "/admin/email");
  yield "mail";
  await page.getByRole("navigation", { name: "E-mail", exact: true }).getByRole("button").first().click();
  yield "a kept message";
  for (const view of ["accounts", "receivers", "message", "return"]) {
    await open(page, `/admin/email?view=${view}`);
    yield `e-mail: ${view}`;
  }
  const message = await draftNotification(page);
  await open(page, "/admin/notifications");
  yield "notifications";
  await open(page, `/admin/notifications/studio?message=${message}`);
  await page.getByTitle("The e-mail").waitFor();
  yield "the notification studio";
  await page.request.post(`/api/v1/admin/notifications/${message}/send`, {
    data: { send_at: "2199-01-01T09:00", repeat: { every: "month" } },
  });
  await open(page, `/admin/notifications/studio?message=${message}`);
  await page.getByTitle("The e-mail").waitFor();
  yield "a notification that was sent off";
  const template = await saveTemplateTwice(page);
  await open(page, "/admin/notifications/templates");
  yield "templates for notifications";
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  await page.getByRole("button", { name: "Compare version 1" }).click();
  yield "versions of a template for notifications";
  await open(page, `/admin/notifications/templates?template=${template}`);
  await page.getByTitle("The e-mail").waitFor();
  yield "a template for notifications";
  await open(page, "/admin/notifications/scheduled");
  yield "scheduled notifications";
  await open(page, "/admin/notifications/analytics");
  yield "analytics of notifications";
  await open(page, "/admin/notifications/reminders");
  yield "reminders";
  await writeReminder(page);
  await open(page, "/admin/notifications/reminders?rule=no_clicks");
  await page.getByTitle("The e-mail").waitFor();
  yield "a reminder";
  await post(page, "/api/v1/coupons", { code: "SPRING", percent_off: 20, months: 3 });
  await open(page, "/admin/coupons");
  yield "coupons";
  await open(page, "/admin/referrals");
  yield "referral reviews";
  await open(page, "/admin/campaigns");
  yield "first campaigns";
  await post(page, "/api/v1/reports", { username, reason: "spam", details: LONG.repeat(3) });
  await open(page, "/admin/moderation");
  yield "moderation";
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
  await page.getByRole("region", { name: "Other cases" }).waitFor();
  yield "a case";
  const list = { name: LONG.slice(0, 80), url: "https://lists.example/hosts.txt" };
  await post(page, "/api/v1/admin/signals/lists", list);
  await open(page, "/admin/moderation/signals");
  yield "signals";
  await open(page, "/admin/moderation/templates");
  yield "reply templates";
  const help = { email: "nora@fans.example", subject: LONG.slice(0, 150), text: LONG.repeat(3) };
  await post(page, "/api/v1/help-requests", help);
  await open(page, "/admin/requests");
  yield "requests for help";
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
  await page.getByRole("region", { name: "Other requests" }).waitFor();
  yield "a request for help";
  await open(page, "/admin/page-imports");
  yield "page imports";
  await page.request.post("/api/auth/sign-in/email", { data: { email: "a@example.com", password: LONG } });
  await open(page, "/admin/security");
  yield "security";
  const block = { kind: "user_agent", value: LONG.slice(0, 190), reason: LONG.slice(0, 400) };
  await post(page, "/api/v1/admin/security/blocks", block);
  const report = { source: "page", message: LONG, stack: LONG.repeat(3), path: "/help" };
  await page.request.post("/api/v1/client-errors", { data: report });
  for (const view of ["blocks", "errors", "checks"]) {
    await open(page, `/admin/security?view=${view}`);
    yield `security: ${view}`;
  }
  await open(page, "/admin/system");
  await page.getByRole("region", { name: "Support bundle" }).waitFor();
  for (const name of ["Largest tables", "Slow statements"])
    await page.getByText(name, { exact: true }).click();
  yield "system";
  await open(page, "/admin/settings");
  yield "settings";
  await open(page, "/admin/prices");
  await page.getByRole("region", { name: "All price lists" }).waitFor();
  yield "prices";
  await page.getByRole("button", { name: "Change prices" }).click();
  await page.getByRole("dialog").getByRole("table").waitFor();
  yield "other prices";
  await page.keyboard.press("Escape");
  const { id: who } = await (await page.request.get("/api/v1/me")).json();
  const choice = { who, is_on: true, reason: LONG.repeat(6) };
  const chosen = await page.request.put("/api/v1/admin/features/webhooks/accounts", { data: choice });
  expect(chosen.status(), await chosen.text()).toBe(200);
  await open(page, "/admin/features");
  await page.getByText("on for 1 chosen account").waitFor();
  yield "feature switches";
  await page.getByRole("button", { name: "Change who has it: Webhooks" }).click();
  await page.getByRole("dialog").getByText("accounts have it then").waitFor();
  yield "who has a feature";
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Chosen accounts: Webhooks" }).click();
  await page.getByRole("dialog").getByRole("listitem").waitFor();
  yield "chosen accounts";
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "History: Webhooks" }).click();
  await page.getByRole("dialog").getByRole("listitem").waitFor();
  yield "a feature's history";
  await page.keyboard.press("Escape");
  await open(page, "/admin/ways-out");
  yield "ways out of apps";
  await page.getByRole("button", { name: "Add version" }).click();
  await page.getByRole("dialog").getByRole("textbox").waitFor();
  yield "a version's ways out";
  await page.keyboard.press("Escape");
  await open(page, "/admin/ways-out?view=success");
  yield "success of ways out";
  const expires_at = new Date(Date.now() + 30 * 86_400_000).toISOString();
  const scopes = ["staff:analytics:read", "staff:security:write", "staff:settings:read"];
  await post(page, "/api/v1/admin/keys", { name: LONG.slice(0, 80), scopes, expires_at });
  await open(page, "/admin/keys");
  yield "staff keys";
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("dialog").getByLabel("Name").waitFor();
  yield "a new staff key";
  await page.keyboard.press("Escape");
  await open(page, "/admin/banners");
  yield "banners";
  await open(page, "/admin/legal-texts");
  yield "legal texts";
  await open(page, "/admin/legal-texts?text=terms");
  yield "legal texts, a draft";
  await open(page, "/admin/profiles");
  yield "all profiles";
  await page.getByRole("main").getByRole("listitem").getByRole("button").first().click();
  await page.getByRole("dialog").getByTitle("The page").waitFor();
  yield "a page as visitors see it";
  await page.keyboard.press("Escape");
  await open(page, "/admin/links");
  yield "all links";
  await page.getByRole("main").getByRole("listitem").getByRole("checkbox").first().click();
  await page.getByRole("button", { name: "Hide", exact: true }).click();
  await page.getByRole("dialog").getByRole("status").waitFor();
  yield "hiding links";
  await page.keyboard.press("Escape");
  await open(page, "/admin/links?view=hosts");
  yield "top hosts";
  await open(page, "/admin/audit");
  yield "the audit log";
}

/** With a name and texts as long as they may be. */
async function saveTemplateTwice(page: Stage["page"]): Promise<string> {
  const id = crypto.randomUUID();
  const said = { title: LONG.slice(0, 120), text: LONG.repeat(3), button: LONG.slice(0, 40) };
  const parts = { name: LONG.slice(0, 80), channels: ["in_app", "email", "push"], target: "links" };
  for (const [version, title] of ["Short", said.title].entries())
    await page.request.put(`/api/v1/admin/notifications/templates/${id}`, {
      data: { ...parts, version, versions: { en: { ...said, title }, es: said } },
    });
  return id;
}

/** One for all channels, with all that can be settled, and texts as long as they may be. */
async function writeReminder(page: Stage["page"]): Promise<void> {
  const version = { title: LONG.slice(0, 120), text: LONG.repeat(3), button: LONG.slice(0, 40) };
  await page.request.put("/api/v1/admin/reminders/no_clicks", {
    data: {
      delay_days: 365,
      channels: ["in_app", "email", "push"],
      repeat_days: 365,
      times_max: 10,
      versions: { en: version, es: version },
    },
  });
}

/** One for all channels, with a title as long as it may be. */
async function draftNotification(page: Stage["page"]): Promise<string> {
  const id = crypto.randomUUID();
  const version = { title: LONG.slice(0, 120), text: LONG.repeat(3), button: LONG.slice(0, 40) };
  const data = {
    versions: { en: version, es: version },
    channels: ["in_app", "email", "push"],
    target: "links",
    audience: { match: "all", rules: [{ field: "links_max", value: 1_000_000 }] },
    is_urgent: false,
  };
  await page.request.put(`/api/v1/admin/notifications/${id}`, { data });
  return id;
}
