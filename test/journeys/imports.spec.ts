import { becomeSomebody, expect, expectAccessible, test } from "./instance.ts";

const FILE =
  "Email Address;First Name;Shoe size\r\nnora@fans.example;Nora;39\r\nnobody;;\r\nzoe@fans.example;Zoé;\r\n";

test("someone brings a list, sees what will happen first, imports it, and takes it back @phone", async ({
  page,
}) => {
  await becomeSomebody(page, "Ida");
  await page.goto("/dashboard/marketing/leads/import");
  await expectAccessible(page);
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose file" }).click();
  await (await chosen).setFiles({ name: "fans.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });

  await expect(page.getByRole("combobox", { name: "What Email Address holds" })).toHaveValue(
    "E-mail address",
  );
  await expect(page.getByRole("combobox", { name: "What Shoe size holds" })).toHaveValue("Don’t import");
  await page.getByRole("button", { name: "Check file" }).click();
  // Whoever forgot something is brought there.
  const words = page.getByRole("textbox", { name: /What did these people agree to/ });
  await expect(words).toBeFocused();
  await expect(page.getByText("Say what they agreed to.")).toBeInViewport();
  await words.fill("They signed up at my shows.");
  const agreed = page.getByRole("checkbox", { name: /Everyone in this file agreed/ });
  await page.getByRole("button", { name: "Check file" }).click();
  await expect(agreed).toBeFocused();
  await expect(page.getByText("Without their consent, you may not e-mail them.")).toBeInViewport();
  await agreed.check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Check file" }).click();

  await expect(page.getByText("2 new leads")).toBeVisible();
  await expect(page.getByText("1 row left out")).toBeVisible();
  const reason = page.getByRole("listitem").filter({ hasText: "isn’t an e-mail address" });
  await expect(reason.getByText("Row 3: nobody;;")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 2 leads" }).click();
  await expect(page.getByText("2 leads added")).toBeVisible();
  // The import is still there after a reload.
  await page.reload();
  await expect(page.getByText("2 leads added")).toBeVisible();
  await expectAccessible(page);

  const done = page.url();
  await page.getByRole("button", { name: "See your leads" }).click();
  await page.getByRole("button", { name: "Nora" }).first().click();
  const drawer = page.getByRole("dialog", { name: "Nora" });
  await expect(drawer.getByText("Imported from fans.csv")).toBeVisible();
  await expect(drawer.getByText("Stated by whoever imported fans.csv")).toBeVisible();
  await expect(drawer.getByRole("listitem").filter({ hasText: "Imported" })).toContainText("fans.csv");
  await page.goto(done);

  await page.getByRole("button", { name: "Undo import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByRole("heading", { name: "Undone: fans.csv" })).toBeVisible();
  await page.getByRole("link", { name: "All imports" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "fans.csv" })).toContainText("Undone");
  await expectAccessible(page);
});
