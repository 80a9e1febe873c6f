import { Text } from "@mantine/core";
import { FormFailure } from "#src/kit/FormFailure.tsx";

interface UploadOutcomeProps {
  failure: string | undefined;
  notice: string | null | undefined;
}

/** Explains why a picture was rejected, or what it lost. */
export function UploadOutcome({ failure, notice }: UploadOutcomeProps) {
  return (
    <>
      <FormFailure message={failure} />
      <div role="status">{notice && <Text size="sm">{notice}</Text>}</div>
    </>
  );
}
