import type { Slice } from "#src/features/slice.ts";
import { consentRecordsPart } from "./account-part.ts";

export const slice: Slice = { accountPart: consentRecordsPart };
