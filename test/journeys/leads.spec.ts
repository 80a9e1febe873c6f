import type { Page } from "@playwright/test";
import { expect, expectAccessible, post, test } from "./instance.ts";

const PACK = "https://example.com/pack.zip";
const ABSURD = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen".repeat(3);

async function openForm(page: Page, profileId: string, settings: object = {}): Promise<void> {
  const form = { lead_capture_enabled: true, screensaver_enabled: true, screensaver_link: PACK };
  const answer = await page.request.patch(`/api/v1/profiles/${profileId}`, {
    data: { ...form, ...settings },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function fill(page: Page, { name = "Mia", email = "mia@example.com" } = {}): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
}

const submit = (page: Page) => page.getByRole("button", { name: "Get Free Screensaver" });
const card = (page: Page) => page.locator(".thanks");

for (const tag of ["@desktop", "@phone"]) {
  test(`a visitor signs up, downloads, and is welcomed back the second time ${tag}`, { tag }, async ({
    page,
    creator,
  }) => {
    await openForm(page, creator.profileId);
    const owner = page.waitForRequest(/rpc\/get_profile_owner_id$/);
    await page.goto(`/${creator.username}`);
    expect((await owner).postDataJSON()).toEqual({ profile_uuid: creator.profileId });
    expect(await page.content()).not.toContain("pack.zip");
    await expectAccessible(page);
    await fill(page);
    await submit(page).dblclick();
    await expect(page.getByText("Thank you! Your screensaver download will begin shortly.")).toBeVisible();
    await expect(card(page)).toBeFocused();
    await expect(card(page)).toContainText("Thank You!");
    await expectAccessible(page);
    const tab = page.waitForEvent("popup");
    await page.getByRole("link", { name: "Download Screensaver Now" }).click();
    await expect((await tab).getByText("You arrived")).toBeVisible();

    await page.goto(`/${creator.username}`);
    await fill(page, { email: " MIA@example.com" });
    await submit(page).click();
    await expect(page.locator("[lang=en]:not(html)").getByText("Already Subscribed")).toBeVisible();
    await expect(
      page.getByText("You're already signed up! Check your email for the screensaver."),
    ).toBeVisible();
    await expect(card(page)).toContainText("Download Screensaver Now");
    const { items } = await (await page.request.get("/api/v1/contacts")).json();
    expect(items).toMatchObject([{ name: "Mia", email: "mia@example.com" }]);
  });
}

test("the keyboard alone is enough, and missing input is reported where it's missing", async ({
  page,
  creator,
}) => {
  await openForm(page, creator.profileId, { collect_phone_enabled: true, phone_required: true });
  await page.goto(`/${creator.username}`);
  await page.getByLabel("Name").focus();
  await page.keyboard.type("Mia");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Missing Information: Please fill in all required fields.")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription("Enter your e-mail address.");
  await expectAccessible(page);
  await page.keyboard.type("mia@");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Phone")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Phone")).toHaveAccessibleDescription("Please provide your phone number");
  await expect(page.getByText("Missing Information")).toBeHidden();
  await page.keyboard.type("+49 30 1234567");
  // The field that people don't see isn't in the tab order.
  await page.keyboard.press("Tab");
  await expect(submit(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(
    "That’s not an e-mail address. Check it for typos.",
  );
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type("example.com");
  await page.keyboard.press("Enter");
  await expect(card(page)).toBeFocused();
});

test("what was typed stays when the network is gone, and can be sent again", async ({ page, creator }) => {
  await openForm(page, creator.profileId);
  await page.goto(`/${creator.username}`);
  await page.route("**/rpc/insert_fan_lead", (route) => route.abort(), { times: 1 });
  await fill(page);
  await submit(page).click();
  await expect(page.getByText("Something went wrong. Please try again.")).toBeVisible();
  await expect(page.getByLabel("E-mail")).toHaveValue("mia@example.com");
  await submit(page).click();
  await expect(card(page)).toBeVisible();
});

test("§4 the list of leads follows the profile switcher, and shows every profile’s on request", async ({
  page,
  creator,
}) => {
  const other = await post(page, "/api/v1/profiles", { name: "Ada Paints" });
  for (const [id, name] of [
    [creator.profileId, "Ann"],
    [other.id, "Ben"],
  ]) {
    await openForm(page, id);
    const lead = { p_profile_id: id, p_name: name, p_email: `${name}@example.com` };
    await post(page, "/api/v1/rpc/insert_fan_lead", lead);
  }
  const lead = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
  await page.goto(`/dashboard/marketing/leads?profile=${creator.profileId}`);
  await expect(lead("Ann")).toBeVisible();
  await expect(lead("Ben")).toHaveCount(0);
  await page.getByText("All profiles").click();
  await expect(lead("Ben")).toBeVisible();
  await expect(lead("Ann")).toBeVisible();
  await page.goto(`/dashboard/marketing/leads?profile=${other.id}`);
  await expect(lead("Ben")).toBeVisible();
  await expect(lead("Ann")).toHaveCount(0);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form posts by itself and leads to the thank-you page", async ({ page, creator }) => {
    await openForm(page, creator.profileId);
    await page.goto(`/${creator.username}`);
    await fill(page, { email: "mia" });
    await submit(page).click();
    await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(
      "That’s not an e-mail address. Check it for typos.",
    );
    await expect(page.getByLabel("E-mail")).toBeFocused();
    await expect(page.getByLabel("Name")).toHaveValue("Mia");
    await page.getByLabel("E-mail").fill("mia@example.com");
    await submit(page).click();
    await expect(page).toHaveURL(/\/thank-you\?t=/);
    await expect(page.getByRole("heading", { name: "Thank You!" })).toBeVisible();
    const download = page.getByRole("link", { name: "Download Screensaver Now" });
    await expect(download).toHaveAttribute("target", "_blank");
    await expect(download).toHaveAttribute("href", PACK);
    await page.getByRole("link", { name: "Back to the page" }).click();
    await expect(page).toHaveURL(new RegExp(`/${creator.username}$`));
  });
});

for (const tag of ["@desktop", "@phone"]) {
  test(`the owner finds, reads, exports, and erases leads ${tag}`, {
    tag,
  }, async ({ page, creator }) => {
    await page.goto("/dashboard/crm");
    await expect(page).toHaveURL(/\/dashboard\/marketing(\?|$)/);
    await expect(page.getByText("Bring your fans")).toBeVisible();
    await expectAccessible(page);
    await page.goto("/dashboard/marketing/leads");
    await expect(page.getByText("No leads yet")).toBeVisible();
    await expectAccessible(page);

    await openForm(page, creator.profileId, {
      collect_phone_enabled: true,
      disclaimer_text: "One mail a year.",
    });
    const people = [
      ["Ann", "ann@example.com", "+49 30 1234567"],
      ["Ben", "ben@example.com", null],
      [ABSURD.slice(0, 100), `${"a".repeat(60)}@example.com`, null],
    ];
    for (const [p_name, p_email, p_phone] of people) {
      const lead = { p_profile_id: creator.profileId, p_name, p_email, p_phone };
      await post(page, "/api/v1/rpc/insert_fan_lead", lead);
    }
    await page.reload();
    await expect(page.getByText("3 leads")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Search by name, e-mail, or phone").fill("1234567");
    await expect(page.getByText("1 lead found")).toBeVisible();
    await page.getByRole("button", { name: "Export" }).click();
    const exported = /contacts\/export\?q=1234567(&format=json)?&account=[\w-]+$/;
    for (const name of ["CSV file", "JSON file"])
      await expect(page.getByRole("menuitem", { name })).toHaveAttribute("href", exported);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Ann/ }).click();
    const drawer = page.getByRole("dialog", { name: "Ann" });
    await expect(drawer.getByText("One mail a year.")).toBeVisible();
    await expectAccessible(page);
    await drawer.getByRole("button", { name: "Delete lead" }).click();
    await page.getByRole("button", { name: "Delete forever" }).click();
    await expect(page.getByText("Ann was deleted.")).toBeVisible();
    await expect(page.getByText("No leads found")).toBeVisible();
    await page.getByRole("button", { name: "Clear search", exact: true }).press("Enter");
    await expect(page.getByLabel("Search by name, e-mail, or phone")).toBeFocused();
    await expect(page.getByText("2 leads")).toBeVisible();
  });
}
