/* What each reminder says until staff write something else. */
import type { Version, Versions } from "#src/features/admin/notifications/contract.ts";
import type { ReminderName } from "./rules.ts";

const version = (title: string, text: string, button: string): Version => ({ title, text, button });

export const FIRST_TEXTS: Readonly<Record<ReminderName, Versions>> = {
  no_profile: {
    en: version(
      "Your first page takes about two minutes",
      "Your account is ready, and there’s no page in it yet.\n\nPick a name, add a link, and it’s online. You can change everything later.",
      "Make a page",
    ),
    es: version(
      "Tu primera página se crea en unos dos minutos",
      "Tu cuenta está lista y todavía no tiene ninguna página.\n\nElige un nombre, añade un enlace y ya está en línea. Después puedes cambiarlo todo.",
      "Crear una página",
    ),
  },
  no_link: {
    en: version(
      "Your page is ready for its first link",
      "Your page is online, and it has no link yet.\n\nAdd whatever people ask you for most: your shop, your videos, or your next date.",
      "Add a link",
    ),
    es: version(
      "Tu página está lista para su primer enlace",
      "Tu página está en línea y todavía no tiene ningún enlace.\n\nAñade lo que más te piden: tu tienda, tus vídeos o tu próxima fecha.",
      "Añadir un enlace",
    ),
  },
  no_clicks: {
    en: version(
      "Your links haven’t been clicked yet",
      "One of your pages has links, and no clicks so far.\n\nMost visits come from a profile elsewhere: copy your page’s address, and put it in your bio.",
      "Copy the address",
    ),
    es: version(
      "Tus enlaces aún no han recibido clics",
      "Una de tus páginas tiene enlaces y todavía ningún clic.\n\nLa mayoría de las visitas llegan desde un perfil en otra red: copia la dirección de tu página y ponla en tu biografía.",
      "Copiar la dirección",
    ),
  },
  domain_problem: {
    en: version(
      "A domain of yours doesn’t lead to your page",
      "Visitors of that domain don’t get to your page at the moment. Usually it’s one record at the domain’s provider.\n\nWe show which one, and what it should say.",
      "See the record",
    ),
    es: version(
      "Uno de tus dominios no lleva a tu página",
      "Quien visita ese dominio no llega ahora mismo a tu página. Suele ser un solo registro en el proveedor del dominio.\n\nTe mostramos cuál es y qué debe poner.",
      "Ver el registro",
    ),
  },
  payment_failing: {
    en: version(
      "Your last payment didn’t go through",
      "Often a card has expired. Premium goes on for now.\n\nCheck your card, and the next try should work.",
      "Check the card",
    ),
    es: version(
      "Tu último pago no se pudo completar",
      "A menudo es una tarjeta caducada. De momento conservas Premium.\n\nRevisa tu tarjeta y el próximo intento debería funcionar.",
      "Revisar la tarjeta",
    ),
  },
  quota_near: {
    en: version(
      "Your plan is nearly full",
      "You use most of the pages or links that your plan includes.\n\nHere’s what’s used, and what more would cost.",
      "See what’s used",
    ),
    es: version(
      "Tu plan está casi lleno",
      "Usas la mayor parte de las páginas o enlaces que incluye tu plan.\n\nAquí ves lo que usas y cuánto costaría ampliarlo.",
      "Ver el uso",
    ),
  },
  draft_campaign: {
    en: version(
      "A campaign of yours is still a draft",
      "It hasn’t changed for a while, and it hasn’t been sent.\n\nFinish it, send yourself a test, or delete it if you don’t need it.",
      "Open your campaigns",
    ),
    es: version(
      "Una de tus campañas sigue en borrador",
      "Hace tiempo que no cambia y no se ha enviado.\n\nTermínala, envíate una prueba o bórrala si no la necesitas.",
      "Abrir tus campañas",
    ),
  },
  inactive: {
    en: version(
      "How your page has been doing",
      "You haven’t signed in for a while, and your page has been online all along.\n\nSee who came, and what they clicked.",
      "See the figures",
    ),
    es: version(
      "Cómo le ha ido a tu página",
      "Hace tiempo que no inicias sesión, y tu página ha seguido en línea.\n\nMira quién ha venido y en qué ha hecho clic.",
      "Ver las cifras",
    ),
  },
  mailbox_problem: {
    en: version(
      "A sending account needs one more step",
      "It isn’t verified, or its server refuses our sign-in, so nothing is sent through it.\n\nWe show what’s missing.",
      "See what’s missing",
    ),
    es: version(
      "A una cuenta de envío le falta un paso",
      "No está verificada, o su servidor rechaza nuestro inicio de sesión, así que no se envía nada a través de ella.\n\nTe mostramos qué falta.",
      "Ver qué falta",
    ),
  },
  premium_ending: {
    en: version(
      "The premium you were given ends soon",
      "Your pages stay online afterwards, with the limits of the free plan.\n\nIf you’d like to go on with premium, here’s what it costs.",
      "See the options",
    ),
    es: version(
      "El Premium que te dieron termina pronto",
      "Después tus páginas siguen en línea, con los límites del plan gratuito.\n\nSi quieres seguir con Premium, aquí ves lo que cuesta.",
      "Ver las opciones",
    ),
  },
};
