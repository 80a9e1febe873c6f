import { post } from "./instance.ts";
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
  await open(page, "/admin/page-imports");
  yield "page imports";
  await open(page, "/admin/settings");
  yield "settings";
}
