import { randomUUID } from "node:crypto";
import { expect, expectAccessible, PASSWORD, test } from "./instance.ts";

test.use({ startsEmpty: "kept-email" });

test("while there is no mail server, the founder is led to the kept e-mail, and nobody is told of an inbox", async ({
  page,
}) => {
  const newcomer = (name: string) => ({ name, email: `${randomUUID()}@example.com`, password: PASSWORD });
  const founder = newcomer("Fay");
  await page.request.post("/api/auth/sign-up/email", { data: founder });
  await page.goto("/dashboard/profiles");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open kept e-mail" }).click();
  await page
    .getByRole("navigation", { name: "Kept e-mail" })
    .getByRole("button", { name: founder.email })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: /^Confirm your e-mail address/ })).toBeVisible();

  await page.context().clearCookies();
  await page.request.post("/api/auth/sign-up/email", { data: newcomer("Ned") });
  await page.goto("/dashboard/profiles");
  await expect(page.getByText("This instance has no mail server yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open kept e-mail" })).toHaveCount(0);
});
