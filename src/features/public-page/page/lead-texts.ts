/** What the form says, in the page and in its script (spec §2, §4, §8). */
export const LEAD_TEXTS = {
  waiting: "Please wait...",
  missingTitle: "Missing Information",
  missing: "Please fill in all required fields.",
  phoneMissing: "Please provide your phone number",
  errorTitle: "Error",
  error: "Something went wrong. Please try again.",
  thanks: "Thank You!",
  download: "Download Screensaver Now",
} as const;

/** What is said once an address is on the list, and where there is something to download. */
export interface LeadNews {
  title: string;
  text: string;
}

/** The first time (spec §8). */
export function successNews(hasDownload: boolean): LeadNews {
  const text = hasDownload
    ? "Thank you! Your screensaver download will begin shortly."
    : "Thank you! You are on the list.";
  return { title: "Success!", text };
}

/** Every further time, which counts as a success as well (spec §8). */
export function againNews(hasDownload: boolean): LeadNews {
  const text = hasDownload
    ? "You're already signed up! Check your email for the screensaver."
    : "You're already signed up!";
  return { title: "Already Subscribed", text };
}
