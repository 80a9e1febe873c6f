import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  becomeFounder,
  becomeSomebody,
  expect,
  expectAccessible,
  makeProfile,
  PASSWORD,
  post,
  test,
  withoutPreloadedData,
} from "./instance.ts";

test("someone signs up with a referral link, and both sides get their slots with the first profile", async ({
  page,
  browser,
  instance,
}) => {
  await becomeSomebody(page, "Rita");
  await page.goto("/dashboard/settings/affiliate");
  await page.getByRole("button", { name: "Get your link" }).click();
  const link = await page.getByLabel("Your referral link").inputValue();
  await expectAccessible(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Referral link copied to clipboard")).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: instance.url });
  const friend = await elsewhere.newPage();
  await friend.goto(link);
  // §4 the code leaves the URL after half a second.
  await expect(friend).toHaveURL(`${instance.url}/`);
  await friend.goto("/auth?mode=sign-up");
  await friend.getByRole("textbox", { name: "Name" }).fill("Finn");
  await friend.getByRole("textbox", { name: "E-mail" }).fill(`${randomUUID()}@example.com`);
  await friend.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await friend.getByRole("button", { name: "Create account" }).click();
  await expect(friend.getByText("Referral Registered")).toBeVisible();
  await friend.getByRole("textbox", { name: "Name" }).fill(`Finn ${randomUUID().slice(0, 6)}`);
  await friend.getByRole("button", { name: "Publish page" }).click();
  await expect(friend.getByText("Rewards Granted!")).toBeVisible();
  await elsewhere.close();

  await page.reload();
  const referrals = page.getByRole("region", { name: "Referrals" });
  await expect(referrals.getByText("+10 slots")).toBeVisible();
  await expect(page.getByRole("region", { name: "Figures" }).getByText("10", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("staff approve a referral that looks made up, and its slots are given @phone", async ({ page }) => {
  const patch = (referral_review: string | null) =>
    page.request.patch("/api/v1/settings", { data: { values: { referral_review } } });
  await becomeFounder(page);
  await patch("on");
  await becomeSomebody(page, "Rita");
  const referral_code = await post(page, "/api/v1/rpc/generate_referral_code", {});
  const email = await becomeSomebody(page, "Rita too");
  await post(page, "/api/v1/referrals/attach", { referral_code });
  await makeProfile(page, "Second account");
  await becomeFounder(page);
  await page.goto("/admin/referrals");
  const item = page.getByRole("listitem").filter({ hasText: email }).first();
  await expect(item.getByText("Signed up in the browser of whoever referred them.")).toBeVisible();
  await expectAccessible(page);
  await item.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByText("Referral approved")).toBeVisible();
  await page.getByRole("radiogroup", { name: "Which referrals" }).getByText("Approved").click();
  await expect(page.getByText(/slots given/)).toBeVisible();
  await expectAccessible(page);
  await patch(null);
});

test("§4 a popup that someone doesn't want to see again stays away in every tab, even before that is saved", async ({
  page,
}) => {
  await becomeSomebody(page, "Rita");
  await makeProfile(page, "Rita");
  const open = async (tab: Page) => {
    await withoutPreloadedData(tab);
    // A server that hasn't heard of it yet.
    await tab.route("**/api/v1/referrals/standing", (route) =>
      route.fulfill({ json: { referral: null, popup: "first_profile", reward_slots: 10 } }),
    );
    await tab.goto("/dashboard/profiles");
    return tab.getByRole("dialog", { name: "Get 10 more profiles" });
  };
  const popup = await open(page);
  const other = await page.context().newPage();
  const otherPopup = await open(other);
  await expect(popup).toBeVisible();
  await expect(otherPopup).toBeVisible();
  const saving = "**/api/v1/referrals/popup";
  // Never answered.
  await page.route(saving, () => undefined);
  await popup.getByRole("button", { name: "Don’t show this again" }).click();
  await expect(popup).toBeHidden();
  await expect(otherPopup).toBeHidden();

  await page.unroute(saving);
  await page.clock.install();
  const saved = page.waitForResponse(saving);
  await page.reload();
  expect((await saved).request().postDataJSON()).toEqual({ never: true });
  await page.clock.runFor(5000);
  await expect(popup).toBeHidden();
  await other.close();
});
