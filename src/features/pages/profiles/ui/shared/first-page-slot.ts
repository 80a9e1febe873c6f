import { type ComponentType, createContext } from "react";

/** What people without a page see instead of an empty list. A later slice renders it; `browser/` provides it. */
export const FirstPageSlot = createContext<ComponentType>(() => null);
