import { type ComponentType, createContext } from "react";
import type { Me } from "./account-queries.ts";

/** The person's picture on their settings screen. A later slice renders it; `browser/` provides it. */
export const OwnPictureSlot = createContext<ComponentType<{ me: Me }>>(() => null);
