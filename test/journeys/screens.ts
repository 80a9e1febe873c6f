import type { Page } from "@playwright/test";
import { PATHS } from "#src/lib/paths.ts";
import { expect, PASSWORD, post } from "./instance.ts";
import { expectLoaded, LONG, open, type Stage, type Walk } from "./screen-walk.ts";
import { staffScreens } from "./staff-screens.ts";

/** The settings that expand the most fields in every section of the editor. */
const EVERYTHING_ON = {
  public_notes: `${LONG} and a second sentence.`,
  notes: LONG.repeat(3),
  promotion_text: "20% off the new vinyl",
  lead_capture_enabled: true,
  screensaver_enabled: true,
  screensaver_link: "https://example.com/pack.zip",
  collect_phone_enabled: true,
  direct_link_url: "",
  customer_rescue_enabled: true,
  show_online_indicator: true,
  show_response_time: true,
  response_time: "a few hours",
  show_location: true,
  background_image_url: "",
  background_video_url: "",
  social_platforms: [{ platform: "instagram", url: "https://instagram.com/mia" }],
};

async function patch(page: Page, path: string, data: unknown): Promise<void> {
  const answer = await page.request.patch(path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/**
 * A profile with as much on it as possible, and someone on its list. Returns the link that has the adult
 * warning.
 */
export async function fillProfile({ page, profileId }: Stage): Promise<string> {
  await patch(page, `/api/v1/profiles/${profileId}`, EVERYTHING_ON);
  const link = await post(page, `/api/v1/profiles/${profileId}/links`, {
    title: LONG.repeat(3),
    url: `https://example.com/${LONG}`,
    description: LONG.repeat(2),
    show_adult_warning: true,
    is_ab_test: true,
    link_a: "https://example.com/a",
    link_b: "https://example.com/b",
  });
  await post(page, "/api/v1/rpc/insert_fan_lead", {
    p_profile_id: profileId,
    p_name: LONG,
    p_email: "a.rather.long.address.of.a.fan@mail.subdomain.example.com",
  });
  return link.id;
}

/** Starts afresh, whatever is open. */
async function load(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectLoaded(page);
}

/**
 * Every screen behind sign-in, with everything that opens on it. For the founder, because nobody else sees
 * the saved e-mail.
 */
export async function* dashboardScreens(stage: Stage): Walk {
  const { page, profileId } = stage;
  yield* profileScreens(stage);
  yield* editorScreens(stage);
  yield* linkScreens(stage);
  yield* pageImportScreens(stage);
  await load(page, `/dashboard/analytics?profile=${profileId}`);
  yield "analytics";
  for (const search of ["period=24h", "period=custom&from=2026-01-01&to=2026-01-31"]) {
    await open(page, `/dashboard/analytics?profile=${profileId}&${search}`);
    yield `analytics ${search}`;
  }
  await page.getByRole("button", { name: /^First and last day/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  yield "the calendar";
  yield* marketingScreens(stage);
  yield* staffScreens(stage);
  yield* settingsScreens(stage);
  await page.goto("/dashboard/nowhere");
  await expect(page.getByText("Page not found")).toBeVisible();
  yield "not found";
}

async function* pageImportScreens({ page }: Stage): Walk {
  await load(page, PATHS.pageImport);
  yield "where a page is";
  const links = [
    { title: LONG.repeat(3), url: `https://example.com/${LONG.repeat(3)}` },
    { title: "A", url: "https://a.example", visible: false },
  ];
  const file = {
    name: "links.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(links)),
  };
  const answer = await page.request.post("/api/v1/page-imports/file", { multipart: { file } });
  await open(page, `${PATHS.pageImport}?id=${(await answer.json()).id}`);
  yield "what was found on a page";
}

async function* segmentScreens(page: Page): Walk {
  await open(page, PATHS.segments);
  yield "no segments";
  await page.getByRole("button", { name: "New segment" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  yield "ready-made segments";
  const text = `tag "${LONG}" or not (country in (DE, AT) and clicked >= 2 times in 30 days)`;
  const { id } = await post(page, "/api/v1/segments", { name: LONG, text });
  await post(page, "/api/v1/segments", { name: "By hand", kind: "static" });
  await open(page, PATHS.segments);
  yield "segments";
  await open(page, PATHS.segment.replace("$id", id));
  yield "a segment";
  await page.getByText("Text", { exact: true }).click();
  yield "a segment as text";
}

async function* sequenceScreens(page: Page): Walk {
  await open(page, PATHS.sequences);
  yield "no sequences";
  await page.getByRole("button", { name: "New sequence" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  yield "ready-made sequences";
  const tag = { id: "a", type: "tag", action: "add", tag: LONG.slice(0, 50) };
  const wait = { id: "b", type: "wait", wait: { kind: "for", amount: 2, unit: "days", time: "09:00" } };
  const mail = { id: "c", type: "send", mail: { subject: LONG } };
  const branch = { id: "d", type: "branch", condition: null, yes: [tag], no: [wait, mail] };
  const { id } = await post(page, "/api/v1/sequences", { name: LONG, draft: { steps: [branch] } });
  await open(page, PATHS.sequences);
  yield "sequences";
  const path = PATHS.sequence.replace("$id", id);
  await open(page, path);
  yield "a sequence";
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  yield "a sequence’s settings";
  await open(page, `${path}?view=canvas`);
  yield "a sequence as a canvas, where there’s room";
  const hook = { name: LONG, email_path: `${LONG}.email` };
  await open(page, PATHS.incomingWebhooks);
  yield "no incoming webhooks";
  await post(page, "/api/v1/incoming-webhooks", hook);
  await open(page, PATHS.incomingWebhooks);
  yield "incoming webhooks";
  for (const tab of ["people", "figures"]) {
    await open(page, `${path}?tab=${tab}`);
    yield `a sequence’s ${tab}`;
  }
}

async function* ruleScreens(page: Page): Walk {
  await open(page, PATHS.rules);
  yield "no rules";
  await page.getByRole("button", { name: "New rule" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  yield "ready-made rules";
  const draft = {
    triggers: [{ type: "order" }, { type: "tag", tag: LONG.slice(0, 50) }],
    event_tests: [{ fact: "amount", operator: "at_least", value: 100 }],
    actions: [
      { id: "a", type: "tag", action: "add", tag: LONG.slice(0, 50) },
      { id: "b", type: "webhook", url: `https://example.com/${LONG}`, body: `{"name": "${LONG}"}` },
    ],
  };
  const { id } = await post(page, "/api/v1/rules", { name: LONG, draft });
  await open(page, PATHS.automation);
  yield "automation";
  await open(page, PATHS.rules);
  yield "rules";
  const path = PATHS.rule.replace("$id", id);
  await open(page, path);
  yield "a rule";
  await page.getByRole("button", { name: /^2 Call example.com/ }).click();
  await page.getByRole("button", { name: "Change", exact: true }).click();
  yield "a rule’s fields";
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  yield "turning on a rule";
  for (const tab of ["history", "explain"]) {
    await open(page, `${path}?tab=${tab}`);
    yield `a rule’s ${tab}`;
  }
}

async function* marketingScreens({ page }: Stage): Walk {
  for (const path of [
    PATHS.marketing,
    PATHS.mailAnalytics,
    PATHS.deliverability,
    PATHS.abTests,
    PATHS.leadBoard,
    PATHS.leadDuplicates,
    PATHS.leadRequests,
    PATHS.suppressions,
    PATHS.leadImports,
    PATHS.suppressions,
    PATHS.campaigns,
    `${PATHS.campaigns}?view=calendar`,
  ]) {
    await open(page, path);
    yield path;
  }
  const campaign = await post(page, "/api/v1/campaigns", { name: LONG, subject: LONG });
  const versions = [{}, { subject: LONG, from_name: LONG }, { preheader: LONG }];
  const abTest = await post(page, "/api/v1/experiments", { campaign_id: campaign.id, name: LONG, versions });
  await open(page, PATHS.abTests);
  yield "tests";
  await open(page, PATHS.abTest.replace("$id", abTest.id));
  yield "a test";
  await open(page, `${PATHS.campaigns}?campaign=${campaign.id}`);
  for (const step of await page.getByRole("tab").all()) {
    await step.click();
    yield `a campaign: ${await step.textContent()}`;
  }
  yield* segmentScreens(page);
  yield* sequenceScreens(page);
  yield* ruleScreens(page);
  await open(page, "/dashboard/marketing/leads");
  yield "leads";
  await page.getByRole("button", { name: new RegExp(LONG) }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  yield "a lead";
  await open(page, "/dashboard/marketing/accounts");
  yield "sending accounts";
  await page.getByRole("button", { name: "Add sending account" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  yield "a new sending account";
  await open(page, "/dashboard/marketing/templates");
  yield "templates";
  await page.getByRole("button", { name: "New template" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  yield "ready-made templates";
  await page.getByRole("dialog").getByRole("button", { name: "Newsletter" }).click();
  await page
    .getByRole("button", { name: /^Text What/ })
    .first()
    .click();
  yield "a template";
}

/** Each section of the settings, and a dialog that it opens. */
const SECTIONS = [
  { name: "profile", button: "Change password" },
  { name: "notifications" },
  { name: "team" },
  { name: "billing" },
  { name: "billing/sandbox" },
  { name: "affiliate" },
  { name: "domains" },
  { name: "domains/instructions" },
  { name: "api-keys", button: "Create key" },
  { name: "webhooks", button: "Add webhook" },
  { name: "activity" },
  { name: "data" },
  { name: "delete-account" },
];

async function* settingsScreens({ page }: Stage): Walk {
  for (const { name, button } of SECTIONS) {
    await open(page, `/dashboard/settings/${name}`);
    yield `settings: ${name}`;
    if (!button) continue;
    await page.getByRole("button", { name: button }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    yield `settings: ${button}`;
  }
}

async function* profileScreens({ page }: Stage): Walk {
  await load(page, "/dashboard/profiles");
  yield "profiles";
  await page.getByRole("button", { name: /Recently deleted|Trash/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  yield "trash";
  await load(page, "/dashboard/profiles?create=yes");
  await page.getByRole("dialog").getByRole("textbox").first().fill(LONG);
  yield "new profile";
  await load(page, "/dashboard/profiles");
  for (const item of ["Share", "Duplicate", "Delete"]) {
    await page
      .getByRole("button", { name: /^More for/ })
      .first()
      .click();
    yield "the menu of a profile";
    await page.getByRole("menuitem", { name: new RegExp(`^${item}`) }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    yield `${item} of a profile`;
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  yield "the palette";
  await page.keyboard.press("Escape");
  for (const name of [/Switch profile/, /Account/]) {
    await page.getByRole("button", { name }).filter({ visible: true }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    yield `the menu ${name.source}`;
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
  }
  await page.getByRole("button", { name: "More", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  yield "the rest of the navigation";
}

async function* editorScreens({ page, profileId }: Stage): Walk {
  await open(page, `/dashboard/profiles?edit=${profileId}`);
  const tabs = page.getByRole("tab");
  for (let index = 0; index < (await tabs.count()); index++) {
    await tabs.nth(index).click();
    await expect(page.getByRole("tabpanel")).toBeVisible();
    yield `the section ${await tabs.nth(index).textContent()}`;
  }
  const preview = page.getByRole("button", { name: "Preview", exact: true });
  if (!(await preview.isVisible())) return;
  await preview.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  yield "the preview";
}

async function* linkScreens({ page, profileId }: Stage): Walk {
  await load(page, `/dashboard/links?profile=${profileId}`);
  yield "links";
  await page
    .getByRole("button", { name: /^More for/ })
    .last()
    .click();
  yield "the menu of a link";
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Edit/ }).last().click();
  for (const group of ["Display", "Schedule", "Audience", "A/B test", "Protection", "Notes"])
    await page
      .getByRole("form")
      .getByRole("button", { name: new RegExp(`^${group}`) })
      .click();
  await page.getByRole("button", { name: "Only at certain times of the week" }).click();
  for (const option of await page.getByRole("form").getByRole("switch").all()) await option.check();
  yield "a link with its options";
  await page
    .getByText(/^Icon$/)
    .locator("..")
    .getByRole("button")
    .click();
  yield "the icons";
}

/** The screens around signing in, for someone who isn't signed in, and at last for `leaving`, who is. */
export async function* authScreens(page: Page, leaving: string): Walk {
  await page.context().clearCookies();
  const paths = [
    "/auth",
    "/auth/callback?token=unknown",
    "/auth/callback",
    "/auth/link?token=unknown",
    "/auth/link",
    "/auth/email?token=unknown",
    "/auth/not-me?token=unknown",
    "/auth/gmail/callback",
    "/accept-invitation",
    "/reset-password",
    "/reset-password?token=unknown",
    "/forgot-password",
  ];
  await load(page, "/auth?mode=sign-up");
  yield "signing up";
  for (const path of paths) {
    await open(page, path);
    yield path;
  }
  await page.getByRole("textbox").fill(`${LONG.slice(0, 40)}@example.com`);
  await page.locator("button[type=submit]").click();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  yield "the reset mail was sent";
  await post(page, "/api/auth/sign-in/email", { email: leaving, password: PASSWORD });
  const deletion = await page.request.delete("/api/v1/me", { data: { confirmation: leaving } });
  expect(deletion.ok(), await deletion.text()).toBe(true);
  await load(page, "/auth/keep-account");
  yield "an account that will be deleted";
}

/** What everyone may read. `pages` are the URLs of a creator's pages. */
export async function* publicScreens(page: Page, pages: readonly string[]): Walk {
  const site = ["/", "/help", "/help?q=qr", "/help?q=zebra+giraffe", "/help/analytics"];
  const more = [
    ...[
      "/help/your-own-instance",
      "/help/report",
      "/help/report/status",
      "/help/request",
      "/help/request/status",
      "/help/demo",
      "/nobodyhere",
    ],
  ];
  const legal = ["/privacy-policy", "/cookie-policy", "/terms-and-conditions"];
  for (const path of [...site, ...more, ...legal, ...pages]) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    yield path;
  }
}
