/** The gate's outcome: a page instead of the link, a URL, or nothing to open. */
export type GateOutcome =
  | {
      status: number;
      page: string;
      /** Set if the page is a form. */
      asks?: boolean;
      retry_after_s?: number | undefined;
    }
  | { location: string; click: Click | undefined }
  | undefined;

/** The fields of the click's row beyond the visitor; blocked visitors leave no row. */
export interface Click {
  session_id: string;
  variant: string | undefined;
}
