import { DraftBar } from "../DraftBar.tsx";
import { DraftButton } from "../DraftButton.tsx";

/** In one file, because they're shown together. */
export const DRAFT_COMPONENTS = { DraftBar, DraftButton };
