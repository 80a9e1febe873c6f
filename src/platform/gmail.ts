import { requireNetworkAllowed } from "./db/transaction-guard.ts";
import { noting } from "./observe/doors.ts";

export interface GmailEndpoints {
  authorize: string;
  token: string;
  revoke: string;
  api: string;
}

const GMAIL: GmailEndpoints = {
  authorize: "https://accounts.google.com/o/oauth2/v2/auth",
  token: "https://oauth2.googleapis.com/token",
  revoke: "https://oauth2.googleapis.com/revoke",
  api: "https://gmail.googleapis.com",
};

export interface GmailClient extends GmailEndpoints {
  clientId: string;
  clientSecret: string;
}

interface GmailConfig {
  GOOGLE_CLIENT_ID: string;
  GOOGLE_CLIENT_SECRET: string;
}

/** Returns undefined without keys. */
export function openGmail(config: GmailConfig, endpoints: GmailEndpoints = GMAIL): GmailClient | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = config;
  return clientId === "" ? undefined : { ...endpoints, clientId, clientSecret };
}

/** Sends a request to Google, whose URLs no user can influence. */
export async function fetchGoogle(url: string, init: RequestInit): Promise<Response> {
  requireNetworkAllowed();
  return noting("google", () => fetch(url, init));
}
