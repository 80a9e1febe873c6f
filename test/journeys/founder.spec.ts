import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, PASSWORD, post, test } from "./instance.ts";

test.use({ startsEmpty: "founder" });

const newcomer = (name: string) => ({ name, email: `${randomUUID()}@example.com`, password: PASSWORD });
const founder = newcomer("Fay");

/** The founder signs up once, before anybody else does. */
test.beforeEach(async ({ page }) => {
  const answer = await page.request.post("/api/auth/sign-up/email", { data: founder });
  if (!answer.ok()) await post(page, "/api/auth/sign-in/email", founder);
});

async function becomeSomebodyElse(page: Page) {
  await page.context().clearCookies();
  await post(page, "/api/auth/sign-up/email", newcomer("Ned"));
}

test("while there is no mail server, the founder is led to the kept e-mail, and nobody is told of an inbox", async ({
  page,
}) => {
  await page.goto("/dashboard/profiles");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open kept e-mail" }).click();
  await page
    .getByRole("navigation", { name: "Kept e-mail" })
    .getByRole("button", { name: founder.email })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: /^Confirm your e-mail address/ })).toBeVisible();

  await becomeSomebodyElse(page);
  await page.goto("/dashboard/profiles");
  await expect(page.getByText("This instance has no mail server yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open kept e-mail" })).toHaveCount(0);
});

test("the founder lifts the limits right where one is met, and brings them back; nobody else can", async ({
  page,
}) => {
  const lift = page.getByRole("button", { name: "Lift limits on this instance" });
  const notice = page.getByText("Link limit reached. You can have up to 5 links on this profile.");
  const openFullProfile = async () => {
    const { id } = await post(page, "/api/v1/profiles", { name: `Full ${randomUUID().slice(0, 6)}` });
    const link = { title: "Tour dates", url: "https://example.com" };
    for (let count = 0; count < 5; count++) await post(page, `/api/v1/profiles/${id}/links`, link);
    await page.goto(`/dashboard/links?profile=${id}`);
    await expect(notice).toBeVisible();
  };
  await openFullProfile();
  await lift.click();
  await expect(page.getByText("Limits lifted for everyone")).toBeVisible();
  await expect(notice).toHaveCount(0);
  await page.getByRole("button", { name: "Add link" }).click();
  const form = page.getByRole("form", { name: /link/i });
  await form.getByRole("textbox", { name: "Title" }).fill("The sixth");
  await form.getByRole("textbox", { name: "URL" }).fill("example.com/6");
  await form.getByRole("button", { name: "Add link" }).click();
  await expect(page.getByRole("list", { name: "Links" }).getByText("The sixth")).toBeVisible();
  await page.goto("/dashboard/profiles");
  await page.getByRole("button", { name: "Restore limits" }).click();
  await expect(page.getByText("Limits restored")).toBeVisible();

  await becomeSomebodyElse(page);
  await openFullProfile();
  await expect(lift).toHaveCount(0);
});
