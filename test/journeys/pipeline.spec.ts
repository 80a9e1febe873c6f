import { expect, expectAccessible, test } from "./instance.ts";

test("leads go through the pipeline by dragging, with the arrow keys, and by menu", async ({
  page,
  creator,
}) => {
  expect(creator.profileId).toBeTruthy();
  await page.goto("/dashboard/marketing/leads/board");
  await page.getByRole("button", { name: "Start with five stages" }).click();
  const column = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(column("Offer sent")).toBeVisible();
  await expect(page.getByText("Nobody’s here yet.")).toHaveCount(1);
  await page.getByRole("button", { name: "Edit stages" }).click();
  await expect(page.getByRole("textbox", { name: "Name" }).first()).toBeFocused();
  await page.keyboard.press("Escape");
  const { stages } = await (await page.request.get("/api/v1/pipeline")).json();
  for (const name of ["Ann", "Ben"]) {
    const data = { email: `${name.toLowerCase()}@example.com`, name };
    const { id } = await (await page.request.post("/api/v1/contacts", { data })).json();
    const place = { stage_id: stages[0].id, value_cents: 25_000 };
    expect((await page.request.put(`/api/v1/contacts/${id}/pipeline`, { data: place })).ok()).toBe(true);
  }
  await page.reload();
  await expect(page.getByText("2 leads in 5 stages, $500 in all")).toBeVisible();
  const ann = page.getByRole("button", { name: /^Ann/ });
  await ann.focus();
  await page.keyboard.press("ArrowRight");
  await expect(column("Talking").getByRole("button", { name: /^Ann/ })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(column("Offer sent").getByRole("button", { name: /^Ann/ })).toBeFocused();
  await expect(column("Offer sent").getByText("1 · $250")).toBeVisible();
  await expectAccessible(page);

  const from = await page.getByRole("button", { name: /^Ben/ }).boundingBox();
  const to = await column("Won").boundingBox();
  if (!from || !to) throw new Error("Both are on the screen.");
  await page.mouse.move(from.x + 20, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 60, { steps: 8 });
  await page.mouse.up();
  await expect(column("Won").getByRole("button", { name: /^Ben/ })).toBeVisible();
  await page.reload();
  await expect(column("Won").getByRole("button", { name: /^Ben/ })).toBeVisible();
  await page.getByRole("button", { name: "More for Ben" }).click();
  await page.getByRole("menuitem", { name: "Lost" }).click();
  await expect(column("Lost").getByRole("button", { name: /^Ben/ })).toBeVisible();
});
