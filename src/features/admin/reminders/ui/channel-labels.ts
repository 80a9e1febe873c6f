import type { Channel } from "#src/features/identity/preferences/rules.ts";

export const CHANNEL_LABELS: Readonly<Record<Channel, string>> = {
  in_app: "Behind the bell",
  email: "By e-mail",
  push: "On their devices",
};
