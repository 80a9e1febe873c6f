import { createContext } from "react";

/**
 * True for the instance's own e-mail, which is about no contact and no page: without merge tags, snippets and blocks
 * of a page.
 */
export const IsInstanceMail = createContext(false);
