import { randomUUID } from "node:crypto";
import { test } from "./instance.ts";
import { AGENTS } from "./visitor.ts";

for (const scheme of ["light", "dark"] as const)
  test(`shots ${scheme}`, async ({ page, creator }) => {
    const headers = { "user-agent": AGENTS.iphoneInstagram, "x-forwarded-for": "8.8.8.8", cookie: "" };
    for (let i = 0; i < 5; i++)
      await page.request.post("/api/v1/views", {
        headers,
        data: {
          id: randomUUID(),
          profile_id: creator.profileId,
          session_id: "s",
          referrer: "https://l.instagram.com/",
        },
      });
    const today = new Date().toISOString().slice(0, 10);
    const first = `${today.slice(0, 8)}01`;
    const api = (path: string, data: object) => page.request.post(`/api/v1${path}`, { data });
    await api("/analytics/goals", {
      profile_id: creator.profileId,
      metric: "views",
      target: 9,
      first_day: first,
      last_day: today,
      zone: "UTC",
    });
    await api("/analytics/goals", {
      profile_id: null,
      metric: "clicks",
      target: 12345678,
      first_day: first,
      last_day: "2027-01-31",
      zone: "UTC",
    });
    await api("/analytics/notes", {
      profile_id: creator.profileId,
      text: "Posted the new video about absolutely everything there is to know, and thensomeverylongwordwithoutanyspacesinitbecausepeopledothatsometimesorpasteaddresses",
      day: first,
    });
    await api("/analytics/notes", { profile_id: null, text: "Price change", at: new Date().toISOString() });
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/dashboard/analytics?profile=${creator.profileId}&period=7d`);
      await page.locator(".recharts-surface").first().waitFor();
      await page.getByRole("region", { name: "What happened" }).waitFor();
      await page.getByText("Price change").first().waitFor();
      await page.screenshot({ path: `/dev/shm/reports/screen-${scheme}-${width}.png`, fullPage: true });
      await page.getByRole("button", { name: "Reports", exact: true }).click();
      await page.getByText("Tell us of spikes and drops").waitFor();
      await page.screenshot({ path: `/dev/shm/reports/reports-${scheme}-${width}.png` });
      await page.keyboard.press("Escape");
    }
  });
