import type { VisitorLanguage } from "#src/lib/language.ts";

interface OfflineWords {
  title: string;
  text: string;
  action: string;
}

/** The service worker's own texts, because it can't load any others. */
export const OFFLINE_TEXTS: Readonly<Record<VisitorLanguage, OfflineWords>> = {
  en: {
    title: "You’re offline",
    text: "You haven’t opened this page on this device before. Connect to the internet, then try again.",
    action: "Try again",
  },
  es: {
    title: "Estás sin conexión",
    text: "Aún no habías abierto esta página en este dispositivo. Conéctate a internet y vuelve a intentarlo.",
    action: "Reintentar",
  },
  de: {
    title: "Du bist offline",
    text: "Du hast diese Seite auf diesem Gerät noch nicht geöffnet. Verbinde dich mit dem Internet und versuch es noch einmal.",
    action: "Noch einmal versuchen",
  },
  fr: {
    title: "Tu es hors ligne",
    text: "Tu n’as pas encore ouvert cette page sur cet appareil. Connecte-toi à Internet, puis réessaie.",
    action: "Réessayer",
  },
  it: {
    title: "Sei offline",
    text: "Non hai ancora aperto questa pagina su questo dispositivo. Connettiti a internet e riprova.",
    action: "Riprova",
  },
  pt: {
    title: "Você está offline",
    text: "Você ainda não abriu esta página neste dispositivo. Conecte-se à internet e tente de novo.",
    action: "Tentar de novo",
  },
  nl: {
    title: "Je bent offline",
    text: "Je hebt deze pagina nog niet eerder op dit apparaat geopend. Maak verbinding met internet en probeer het opnieuw.",
    action: "Opnieuw proberen",
  },
};
