import { cpSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PATHS } from "#src/lib/paths.ts";
import { becomeSomebody, expect, expectAccessible, post, test } from "./instance.ts";
import { addMailboxes, collectFans, startMail } from "./mail-sender.ts";
import { tokenTo } from "./mails.ts";
import { startServer } from "./server.ts";

const BODY = '<p>Eleven towns {{ sender.postal_address }} <a href="{{ unsubscribe_url }}">Leave</a></p>';

test("someone tests two subjects, sees who got which, and chooses one for the others @phone", async ({
  page,
  contextOptions,
}) => {
  const mail = await startMail();
  const folder = await mkdtemp(join(tmpdir(), "fanfare-journeys-"));
  cpSync(process.env.FANFARE_FIRST_START ?? "", folder, { recursive: true });
  const server = await startServer(folder, { OUTBOUND_ALLOW: "loopback", PLAIN_MAIL_HOSTS: "127.0.0.1" });
  const own = await page
    .context()
    .browser()
    ?.newContext({ ...contextOptions, baseURL: server.url });
  const tab = await own?.newPage();
  if (!own || !tab) throw new Error("There’s no browser.");
  const email = await becomeSomebody(tab, "Mia");
  await post(tab, "/api/auth/verify-email", { token: await tokenTo(folder, email, /Confirm/) });

  await tab.goto(PATHS.abTests);
  await expect(tab.getByText("No tests yet")).toBeVisible();
  await expectAccessible(tab);

  await collectFans(tab);
  await addMailboxes(tab, { dataFolder: folder, port: mail.port, addresses: ["mia@mia.art"] });
  mail.received.length = 0;
  const mailboxes = (await (await tab.request.get("/api/v1/mailboxes")).json()).items;
  const campaign = await post(tab, "/api/v1/campaigns", {
    name: "Tour",
    subject: "We’re on tour",
    html: BODY,
    mailbox_id: mailboxes[0].id,
  });
  await tab.goto(`${PATHS.campaigns}?campaign=${campaign.id}`);
  const content = tab.getByRole("tab", { name: "E-mail" });
  // On a phone, it's a step of its own.
  await expect(content.or(tab.getByRole("region", { name: "Test versions" })).first()).toBeVisible();
  if (await content.isVisible()) await content.click();
  await tab.getByRole("button", { name: "Add a version" }).click();
  const section = tab.getByRole("region", { name: "Test versions" });
  await expect(section.getByText("Give each version something of its own")).toBeVisible();
  const version = section.getByRole("group", { name: "Version B" });
  await version.getByRole("textbox", { name: "Subject" }).fill("Eleven towns, one voice");
  await version.getByRole("button", { name: "Change more than the subject" }).click();
  await version.getByRole("combobox", { name: "E-mail", exact: true }).click();
  await tab.getByRole("option", { name: "Written here" }).click();
  const dialog = tab.getByRole("dialog", { name: "Version B" });
  const code = dialog.getByRole("textbox", { name: "HTML" });
  await expect(code).toHaveValue(/Eleven towns/);
  await code.fill(BODY.replace("Eleven", "Twelve"));
  await expect(dialog.frameLocator("iframe").first().getByText("Twelve towns")).toBeVisible();
  await expectAccessible(tab);
  await dialog.getByRole("button", { name: "Done" }).click();
  await section.getByRole("combobox", { name: "Who gets a version" }).click();
  await tab.getByRole("option", { name: "Everyone" }).click();
  await expect(section.getByText(/To see \+2 points you need [\d,]+ people in each version/)).toBeVisible();
  await expect(section.getByText("The test is saved")).toBeVisible();
  await expectAccessible(tab);

  // “Saved” may still be about the change before.
  const added = async () => (await (await tab.request.get("/api/v1/experiments")).json()).items[0];
  const versions = [{}, { subject: "Eleven towns, one voice" }];
  await expect.poll(added).toMatchObject({ sample_kind: "all", versions });
  await post(tab, `/api/v1/experiments/${(await added()).id}/start`, {});
  await expect.poll(() => mail.received.length).toBe(2);
  await tab.goto(`${PATHS.campaigns}?campaign=${campaign.id}`);
  await tab.getByRole("link", { name: "See the test" }).click();
  await expect(tab.getByText("Nobody has responded yet.")).toBeVisible();
  await expect(tab.getByText("Subject: Eleven towns, one voice")).toBeVisible();
  await expectAccessible(tab);

  // By keyboard.
  await tab.getByRole("button", { name: "Choose a version" }).focus();
  await tab.keyboard.press("Enter");
  await tab.getByRole("menuitem", { name: "Version B" }).press("Enter");
  await tab.getByRole("dialog").getByRole("button", { name: "Choose and send" }).press("Enter");
  await expect(tab.getByText("You chose version B by hand.")).toBeVisible();
  await expect(tab.getByText("Chosen by hand")).toBeVisible();
  await tab.getByRole("link", { name: "All tests" }).click();
  await expect(tab.getByRole("link", { name: /^Tour/ })).toContainText("Can’t tell");

  await own.close();
  await server.stop();
  mail.server.close();
  await rm(folder, { recursive: true, force: true });
});
