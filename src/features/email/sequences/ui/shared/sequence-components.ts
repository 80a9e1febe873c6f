import { AddToSequence } from "./AddToSequence.tsx";
import { SequencesOfContact } from "./SequencesOfContact.tsx";

/** What this slice shows at leads. */
export const SEQUENCE_COMPONENTS = { AddToSequence, Sequences: SequencesOfContact };
