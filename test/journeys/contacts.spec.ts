import type { Locator, Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./instance.ts";

/** What's typed stays when a lead moves along, and whoever saves second chooses between two versions. */
async function keepBoth(page: Page, drawer: Locator): Promise<void> {
  const { items } = await (await page.request.get("/api/v1/contacts?q=cleo@example.com")).json();
  const path = `/api/v1/contacts/${items[0].id}`;
  await drawer.getByLabel("City").fill("Bergen");
  expect((await page.request.put(`${path}/pipeline`, { data: { value_cents: 500 } })).ok()).toBe(true);
  await drawer.getByLabel("Note", { exact: true }).fill("Met in Paris");
  await drawer.getByRole("button", { name: "Add note" }).click();
  await expect(drawer.getByText("Met in Paris")).toBeVisible();
  await drawer.getByRole("button", { name: "Save lead" }).click();
  await expect(drawer.getByText("Fields: city Oslo → city Bergen")).toBeVisible();
  expect((await page.request.patch(path, { data: { phone: "+1 555 0100" } })).ok()).toBe(true);
  await drawer.getByLabel("City").fill("Rome");
  await drawer.getByRole("button", { name: "Save lead" }).click();
  await expect(
    drawer.getByText("This lead was changed somewhere else while you were editing it."),
  ).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole("button", { name: "Use theirs" }).click();
  await expect(drawer.getByLabel("Phone")).toHaveValue("+1 555 0100");
  await expect(drawer.getByLabel("City")).toHaveValue("Bergen");
}

test("leads are added, tagged, found by their tag, annotated, and get no e-mail once it's stopped", {
  tag: "@phone",
}, async ({ page, creator }) => {
  expect(creator.profileId).toBeTruthy();
  for (const name of ["Ann", "Ben"]) {
    const data = { email: `${name.toLowerCase()}@example.com`, name, fields: { city: "Rome" } };
    expect((await page.request.post("/api/v1/contacts", { data })).ok()).toBe(true);
  }
  await page.goto("/dashboard/marketing/leads");
  await expect(page.getByText("2 leads", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Add lead" }).click();
  const adding = page.getByRole("dialog", { name: "Add lead" });
  await adding.getByLabel("E-mail").fill("ann@example.com");
  await adding.getByRole("button", { name: "Add lead" }).click();
  await expect(adding.getByText("There’s already a lead with this e-mail address.")).toBeVisible();
  await expectAccessible(page);
  await adding.getByLabel("E-mail").fill("cleo@example.com");
  await adding.getByLabel("Name").fill("Cleo");
  await adding.getByRole("button", { name: "Add lead" }).click();
  const drawer = page.getByRole("dialog", { name: "Cleo" });
  await drawer.getByLabel("City").fill("Oslo");
  await drawer.getByRole("button", { name: "Save lead" }).click();
  await expect(drawer.getByText("Fields: – → city Oslo")).toBeVisible();
  await keepBoth(page, drawer);
  await drawer.getByRole("button", { name: "Stop e-mail" }).click();
  await page
    .getByRole("dialog", { name: "Stop e-mail to Cleo?" })
    .getByRole("button", { name: "Stop" })
    .click();
  await expect(drawer.getByRole("alert").getByText("Blocked")).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole("button", { name: "Allow e-mail again…" }).click();
  const lifting = page.getByRole("dialog", { name: "Allow e-mail to Cleo again?" });
  await lifting.getByLabel("Why").fill("She called");
  await lifting.getByRole("button", { name: "Allow e-mail" }).click();
  await expect(drawer.getByText("She called")).toBeVisible();
  await drawer.getByRole("button", { name: "Add task" }).click();
  await drawer.getByLabel("Task", { exact: true }).fill("Call Cleo");
  await drawer.getByLabel("Due").fill("2020-01-01T09:00");
  await expectAccessible(page);
  await drawer.getByRole("button", { name: "Save task" }).click();
  await expect(drawer.getByText("Task planned")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("checkbox", { name: "Done: Call Cleo" }).click();
  await expect(page.getByText("“Call Cleo” is done.")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Done: Call Cleo" })).toBeHidden();

  await page.getByRole("checkbox", { name: "Select Ann" }).check();
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  await page.getByRole("combobox", { name: "Tag" }).fill("vip");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("dialog", { name: "Tag 1 lead?" }).getByRole("button", { name: "Tag" }).click();
  await expect(page.getByText("1 lead changed")).toBeVisible();
  await page.goto("/dashboard/marketing/leads?tag=vip");
  await expect(page.getByText("1 lead found")).toBeVisible();

  await page.goto("/dashboard/marketing/leads");
  for (const name of ["Ann", "Ben"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await page.getByRole("button", { name: "Merge…" }).click();
  const merging = page.getByRole("dialog", { name: "Merge two leads" });
  await expect(merging.getByRole("radio", { name: /@example.com/, checked: true })).toBeFocused();
  await merging.getByRole("radio", { name: "ann@example.com" }).check();
  await merging.getByRole("radio", { name: "Ben", exact: true }).check();
  await expectAccessible(page);
  await merging.getByRole("button", { name: "Merge", exact: true }).click();
  // It stays while it has the focus.
  await page.getByRole("button", { name: "Undo" }).focus();
  await expect(page.getByText("2 leads", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Ben is a lead of their own again.")).toBeVisible();
  await expect(page.getByText("3 leads", { exact: true })).toBeVisible();
});

test("addresses without a lead are suppressed by pasting them, found, and lifted with a reason @phone", async ({
  page,
  creator,
}) => {
  expect(creator.profileId).toBeTruthy();
  const lead = { email: "ann@example.com", name: "Ann" };
  expect((await page.request.post("/api/v1/contacts", { data: lead })).ok()).toBe(true);
  await page.goto("/dashboard/email-marketing");
  await expect(page).toHaveURL(/\/dashboard\/marketing(?:\?|$)/);
  await page.goto("/dashboard/marketing/leads");
  await expect(page.getByText("1 lead", { exact: true })).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Suppressed addresses" }).click();
  await expect(page.getByText("Nobody yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add addresses" }).click();
  const adding = page.getByRole("dialog", { name: "Stop e-mail to addresses" });
  const field = adding.getByLabel("E-mail addresses");
  await field.fill("ann@example.com, bob@example.com\noops");
  await adding.getByLabel("Note").fill("From our old list");
  await adding.getByRole("button", { name: "Stop e-mail" }).click();
  await expect(page.getByText("2 addresses added")).toBeVisible();
  await expect(adding.getByText("This isn’t an e-mail address.")).toBeVisible();
  await expect(field).toHaveValue("oops");
  await expectAccessible(page);
  await adding.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("2 addresses without e-mail from you")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Search suppressed addresses" }).fill("bob");
  await expect(page.getByText("1 address without e-mail from you")).toBeVisible();
  await page.getByRole("button", { name: /bob@example.com/ }).click();
  const one = page.getByRole("dialog", { name: "bob@example.com" });
  await expect(one.getByText("“From our old list”")).toBeVisible();
  await expectAccessible(page);
  await one.getByLabel("Why").fill("He asked for it");
  await one.getByRole("button", { name: "Allow e-mail" }).click();
  await page.getByRole("button", { name: "Clear search" }).last().click();
  // The list from before comes first, and a click would be lost while its rows move.
  await expect(page.getByRole("button", { name: /ann@example.com/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /bob@example.com/ })).toBeHidden();
  await page.getByRole("button", { name: /ann@example.com/ }).click();
  await page.getByRole("link", { name: "See this lead" }).click();
  await expect(page.getByRole("dialog", { name: "Ann" }).getByText("Blocked")).toBeVisible();
});
