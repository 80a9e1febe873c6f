import type { ClickQueue } from "./click-queue.ts";
import type { Wire } from "./delivery.ts";
import type { Toast } from "./toast.ts";

/** What `page.ts` hands to each feature of the page. */
export interface PageDeps {
  wire: Wire;
  toast: Toast;
  clicks: ClickQueue;
  profile_id: string;
  /** This tab's visit. */
  session_id: string;
  referrer: string | undefined;
}
