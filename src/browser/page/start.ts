import type { Network } from "./beacon.ts";
import type { ClickQueue } from "./click-queue.ts";
import type { Toast } from "./toast.ts";

/** The arguments that `page.ts` passes to each feature of the page. */
export interface PageDeps {
  network: Network;
  toast: Toast;
  clicks: ClickQueue;
  profile_id: string;
  session_id: string;
  referrer: string | undefined;
  query: string | undefined;
}
