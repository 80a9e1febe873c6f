/** The form's texts, in the page and in its script (spec §2, §4, §8). */
export const LEAD_TEXTS = {
  waiting: "Please wait...",
  nameMissing: "Enter your name.",
  emailMissing: "Enter your e-mail address.",
  phoneMissing: "Please provide your phone number",
  errorTitle: "Error",
  error: "Something went wrong. Please try again.",
  /** Used without JavaScript, where a new page is the response. */
  keptError: "Something went wrong. Please try again. What you typed is still here.",
  /** Followed by the suggested address. */
  meant: "Did you mean ",
  thanks: "Thank You!",
  download: "Download Screensaver Now",
} as const;

const MISSING = "Missing Information: Please fill in all required fields.";

export type LeadField = "name" | "email" | "phone";

/** The message at each empty field. */
export const MISSING_TEXTS: Readonly<Record<LeadField, string>> = {
  name: LEAD_TEXTS.nameMissing,
  email: LEAD_TEXTS.emailMissing,
  phone: LEAD_TEXTS.phoneMissing,
};

/** The problems of a rejected form: the messages above it and at its fields. */
export interface LeadFormErrors {
  message?: string | undefined;
  fields: Partial<Record<LeadField, string>>;
}

/** Returns the empty required fields, if any. A missing phone number has its own message (spec §5). */
export function findMissing(
  isEmpty: (field: LeadField) => boolean,
  required: readonly LeadField[],
): LeadFormErrors {
  const missing = required.filter(isEmpty);
  const isMore = missing.some((field) => field !== "phone");
  return {
    message: isMore ? MISSING : undefined,
    fields: Object.fromEntries(missing.map((field) => [field, MISSING_TEXTS[field]])),
  };
}

/** Assigns the server's error to a field by its code. */
export function toFormErrors({
  code = "",
  message = LEAD_TEXTS.error,
}: {
  code?: string;
  message?: string;
}): LeadFormErrors {
  const [, field] = /^(EMAIL|PHONE)_/.exec(code) ?? [];
  if (field) return { fields: { [field.toLowerCase()]: message } };
  return { message: code === "MISSING_INFORMATION" ? MISSING : message, fields: {} };
}

/** Shown once a visitor is on the list. */
export interface LeadMessage {
  title: string;
  text: string;
}

/** The message after a first sign-up (spec §8). */
export function successMessage(hasDownload: boolean): LeadMessage {
  const text = hasDownload
    ? "Thank you! Your screensaver download will begin shortly."
    : "Thank you! You’re on the list.";
  return { title: "Success!", text };
}

/** The message where people have to confirm their address first. */
export const CONFIRM_MESSAGE: LeadMessage = {
  title: "Almost There",
  text: "Check your inbox and press the button in our e-mail to confirm.",
};

/** The message after a repeated sign-up, which counts as success too (spec §8). */
export function duplicateMessage(hasDownload: boolean): LeadMessage {
  const text = hasDownload
    ? "You're already signed up! Check your email for the screensaver."
    : "You're already signed up!";
  return { title: "Already Subscribed", text };
}
