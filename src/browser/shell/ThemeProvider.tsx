import { MantineProvider } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { onFirstQuestion } from "#src/kit/confirm.ts";
import { useIdle } from "#src/kit/idle.ts";
import { COLOR_SCHEME_MANAGER, CSS_VARIABLES, THEME } from "#src/kit/theme.ts";
import { whenNeeded } from "#src/kit/when-needed.tsx";
import { styleNonce } from "../nonce.ts";

const Overlays = whenNeeded(async () => (await import("./Overlays.tsx")).Overlays);
const Questions = whenNeeded(async () => (await import("./Questions.tsx")).Questions);

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [isAsked, setAsked] = useState(false);
  const isIdle = useIdle();
  useEffect(() => onFirstQuestion(() => setAsked(true)), []);
  return (
    <MantineProvider
      theme={THEME}
      cssVariablesResolver={CSS_VARIABLES}
      defaultColorScheme="auto"
      colorSchemeManager={COLOR_SCHEME_MANAGER}
      getStyleNonce={styleNonce}
      // All variables come from here: a sheet with those that the theme keeps would only be more to load.
      deduplicateCssVariables={false}
    >
      {children}
      {isIdle && <Overlays />}
      {isAsked && <Questions />}
    </MantineProvider>
  );
}
