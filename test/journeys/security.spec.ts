import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { simpleParser } from "mailparser";
import { totpAt } from "../harness/totp.ts";
import { becomeSomebody, expect, expectAccessible, PASSWORD, post, test } from "./instance.ts";

const STEP_MS = 30_000;

/** The token of the e-mail that confirms the address, as soon as it's there. */
async function tokenFor(dataFolder: string, email: string): Promise<string> {
  const folder = join(dataFolder, "mail");
  let token = "";
  await expect
    .poll(async () => {
      for (const file of await readdir(folder).catch(() => [])) {
        const mail = file.endsWith(".eml")
          ? await simpleParser(await readFile(join(folder, file)))
          : undefined;
        const to = mail?.to && !Array.isArray(mail.to) ? mail.to.text : "";
        if (to.includes(email)) token = /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? token;
      }
      return token;
    })
    .not.toBe("");
  return token;
}

/** A device that can check who's holding it. `answers` says whether someone is. */
async function addAuthenticator(page: Page): Promise<{ answers(enabled: boolean): Promise<unknown> }> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  const method = "WebAuthn.setAutomaticPresenceSimulation";
  return { answers: (enabled) => browser.send(method, { authenticatorId, enabled }) };
}

async function signOut(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto("/auth");
}

test("someone adds a passkey and signs in with it, then with a password and a code @phone", async ({
  page,
  instance,
}) => {
  const email = await becomeSomebody(page, "Sam");
  await post(page, "/api/auth/verify-email", { token: await tokenFor(instance.dataFolder, email) });
  const device = await addAuthenticator(page);
  await page.goto("/dashboard/settings/profile");
  const section = page.getByRole("region", { name: "Sign-in and security" });
  await section.getByRole("button", { name: "Add passkey" }).click();
  const passkeys = section.getByRole("list", { name: "Your passkeys" });
  await expect(passkeys.getByRole("listitem")).toHaveCount(1);
  await passkeys.getByRole("button", { name: /^Rename/ }).click();
  const rename = page.getByRole("dialog", { name: "Rename passkey" });
  await rename.getByLabel("Name").fill("Sam’s phone");
  await rename.getByRole("button", { name: "Rename" }).click();
  await expect(passkeys.getByText("Sam’s phone", { exact: true })).toBeVisible();
  await expect(rename).toBeHidden();
  await expectAccessible(page);

  // The sign-in screen suggests passkeys, and the device accepts any suggestion.
  await signOut(page);
  await expect(page).toHaveURL(/\/dashboard\/profiles/);
  await device.answers(false);
  await page.goto("/dashboard/settings/profile");
  await expect(passkeys.getByText(/last used/)).toBeVisible();

  await section.getByRole("button", { name: "Set up" }).click();
  const setup = page.getByRole("dialog", { name: "Set up two-step sign-in" });
  await expect(setup.getByRole("img", { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  const secret = (await setup.getByText(/^([A-Z2-7]{4} ){5}/).textContent()) ?? "";
  await setup.getByLabel("Code from the app").fill(await totpAt(secret, new Date()));
  await setup.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("dialog", { name: "Save your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await expectAccessible(page);
  const [recoveryCode = ""] = await codes.getByRole("listitem").allInnerTexts();
  await codes.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(section.getByText(/10 recovery codes left/)).toBeVisible();

  for (const way of ["app", "recovery"] as const) {
    await signOut(page);
    await page.getByRole("textbox", { name: "E-mail" }).fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("textbox", { name: "Password" }).press("Enter");
    const step = page.getByRole("form", { name: "Two-step sign-in" });
    if (way === "recovery") await step.getByRole("button", { name: "Use a recovery code" }).click();
    await expectAccessible(page);
    // The setup has used up the current code. The next one already counts.
    const code = way === "app" ? await totpAt(secret, new Date(Date.now() + STEP_MS)) : recoveryCode;
    await step.getByRole("textbox").fill(code);
    await step.getByRole("textbox").press("Enter");
    await expect(page).toHaveURL(/\/dashboard\/profiles/);
  }
});
