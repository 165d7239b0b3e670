// What people say for values that many lists have. Data; private to the room.
#pragma once

#include <array>
#include <string_view>

namespace schemagate::client_agent {

// `values`: names that such a value has; `phrases`: what is said for it, separated by commas.
struct ValuePhrases {
  std::string_view values;
  std::string_view phrases;
};

inline constexpr std::array kValuePhrases = {
    ValuePhrases{"daily", "every day,each day,once a day"},
    ValuePhrases{"weekly", "every week,each week,once a week,per week"},
    ValuePhrases{"fortnightly biweekly every_two_weeks",
                 "every other week,every two weeks,every second week,every fortnight,every other monday,"
                 "every other tuesday,every other wednesday,every other thursday,every other friday,"
                 "every other saturday,every other sunday"},
    ValuePhrases{"monthly", "every month,each month,once a month,per month"},
    ValuePhrases{"once one_off one_time single", "just once,only once,one-off,one time only,just this once"},
    ValuePhrases{"in_person on_site onsite", "face to face,in person,personally,on site"},
    ValuePhrases{"phone telephone by_phone call",
                 "by phone,by telephone,over the phone,on the phone,phone call,call about"},
    ValuePhrases{"video video_call", "by video,video call,zoom,teams,skype"},
    // Articles and possessives between the words are passed over.
    ValuePhrases{"at_home home home_visit",
                 "at house,at home,at flat,at apartment,to house,to home,to flat,my place,our place"},
    ValuePhrases{"online remote", "over the internet,on the web,remotely"},
    ValuePhrases{"card credit_card", "credit card,debit card,by card"},
    ValuePhrases{"cash", "in cash,cash on delivery"},
    ValuePhrases{"invoice", "send me a bill,bill me,on account"},
    ValuePhrases{"morning", "before noon,in the forenoon"},
    ValuePhrases{"vegetarian", "no meat,without meat,meatless,veggie"},
    ValuePhrases{"vegan", "plant based,plant-based"},
    ValuePhrases{"round_the_clock around_the_clock always", "24/7,day and night,at any hour"},
    ValuePhrases{"north northern", "northern"},
    ValuePhrases{"south southern", "southern"},
    ValuePhrases{"east eastern", "eastern"},
    ValuePhrases{"west western", "western"},
    ValuePhrases{"beginner", "never done it before,first timer,newbie"},
    ValuePhrases{"large", "big"},
    ValuePhrases{"express urgent priority", "as fast as possible,asap,overnight"},
};

}  // namespace schemagate::client_agent
