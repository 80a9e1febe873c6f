import {
  button,
  heading,
  links,
  type MadeMail,
  social,
  text,
} from "#src/features/email/sequences/ui/shared/ready-parts.ts";

/* What ready-made rules write. Everyone changes it, so it's short. */

export const thanks: MadeMail = {
  subject: "Thank you for your order",
  preheader: "It means a lot",
  pieces: [
    heading("Thank you"),
    text(
      "Hi {{first_name|there}},",
      "Thank you for your order. If anything isn’t as it should be, just reply to this e-mail: I read it myself.",
    ),
    social,
  ],
};

export const fromTikTok: MadeMail = {
  subject: "Hello from outside TikTok",
  preheader: "Here’s where to find the rest",
  pieces: [
    heading("Good to have you here"),
    text(
      "Hi {{first_name|there}},",
      "Thanks for coming over from TikTok. What doesn’t fit into a minute is here:",
    ),
    links,
    button("See my page"),
  ],
};

export const stillLooking: MadeMail = {
  subject: "Still thinking it over?",
  preheader: "A question helps us both",
  pieces: [
    heading("Still thinking it over?"),
    text(
      "Hi {{first_name|there}},",
      "You had a look at my shop the other day. If something kept you from buying, reply and tell me: I’ll help if I can.",
    ),
    button("Have another look"),
  ],
};

export const birthday: MadeMail = {
  subject: "Happy birthday, {{first_name|you}}",
  preheader: "Have a great day",
  pieces: [
    heading("Happy birthday"),
    text("Hi {{first_name|there}},", "Have a great day, and thank you for being here."),
    button("Something for you"),
  ],
};
