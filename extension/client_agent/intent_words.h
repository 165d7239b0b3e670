// The words that show what a sentence is for (intent.h), a list each. Private to the room.
#pragma once

#include <string_view>

namespace schemagate::client_agent {

inline constexpr std::string_view kOpeners =
    "only hi hello hey dear please pls plz kindly ok okay well so thanks yes no and but also there just now "
    "good "
    "morning "
    "afternoon evening sorry excuse me then or sir madam everyone team folks oh ah alright right actually "
    "simply yeah yep yup sure cool great awesome perfect wonderful excellent fantastic wow yay yey super hmm";
inline constexpr std::string_view kRequestVerbs =
    "book reserve sort get give make arrange schedule order buy purchase rent hire send put set sign "
    "register "
    "enroll enrol "
    "collect pick fetch come fix repair look help find add bring do organise organize plan see speak take "
    "fly turn "
    "remove crop brighten enhance switch apply use increase reduce replace edit adjust ship move clean wash "
    "cut bake "
    "cook cater teach walk feed board groom drop drive transfer insure renew extend borrow lend hold save "
    "block pencil "
    "prepare pack paint install mount assemble check inspect vaccinate treat provide have fit request mow "
    "trim mend "
    "service deliver transport tutor train style dye colour color prescribe deposit supply print design "
    "build decorate "
    "host seat squeeze slot note enter rebook subscribe ride tow charter lease store keep leave retouch "
    "whiten blur "
    "search locate match connect pair spray rid swap smooth soften enlarge sharpen straighten colorize file "
    "submit claim "
    "issue open";
// What a customer does when asking for something: "can I …".
inline constexpr std::string_view kCustomerVerbs =
    "meet discuss get have book reserve order make schedule arrange rent hire buy purchase see speak talk "
    "register enroll "
    "enrol sign "
    "borrow request join come stay please";
inline constexpr std::string_view kWants =
    "want wants wanting wanna need needs require requires desire gotta looking hoping wish calling ringing "
    "writing "
    "wanted "
    "must trying fancy fancies";
// What may stand behind "that's all", which it then ends.
inline constexpr std::string_view kClosings =
    "i i'll we need needed want wanted for now today tonight the moment thanks thank you then really this "
    "that "
    "time please just have had to ask everything about after all any more anymore at either instead on sorry "
    "cheers "
    "but again";
inline constexpr std::string_view kInquiries =
    "know ask asking hear understand complain learn tell explain say thank confirm advise inform "
    "remember "
    "check wonder wondering clarify apologise apologize find-out discover show cancel change reschedule "
    "postpone";
inline constexpr std::string_view kQuestionWords =
    "what which when where who whom whose why how what's when's where's who's how's";
inline constexpr std::string_view kAuxiliaries =
    "do does did is are was were has have had am shall should isn't aren't don't doesn't didn't haven't "
    "hasn't";
inline constexpr std::string_view kModals = "can could would will may might can't couldn't won't wouldn't";
inline constexpr std::string_view kSubjects = "i we you he she they it someone somebody anyone anybody u";
inline constexpr std::string_view kFinite =
    "cost costs is are was were am has had did does do will would can could should shall must isn't aren't "
    "wasn't "
    "weren't hasn't "
    "hadn't won't wouldn't can't couldn't it's that's there's he's she's they're we're you're i've we've "
    "they've i'm "
    "looks seems thinks likes loves says knows wants works costs lives comes goes gets takes makes gives "
    "smells feels "
    "tastes broke saw went came got made took bought had gave was found felt left lost met paid said sat "
    "slept spent "
    "stood thought told ate drank drove flew forgot heard kept knew ran sold sent spoke taught won wore "
    "wrote";
inline constexpr std::string_view kPastWords =
    "was were had did went saw came got made took bought gave found felt lost met paid said slept spent ate "
    "drove flew "
    "forgot heard kept ran sold sent spoke broke yesterday ago";
inline constexpr std::string_view kBookingNouns =
    "booking reservation appointment order table ticket tickets flight room meeting visit slot session "
    "lesson class "
    "trip rental pickup collection delivery service anything something it one stay hotel car seat seats";
inline constexpr std::string_view kOtherMatters =
    "invoice receipt refund complaint manager password newsletter discount voucher coupon job bill "
    "directions brochure "
    "catalogue catalog form leaflet apology compensation money-back";
// Things that people order; one that the template does not know is no business of its agent.
inline constexpr std::string_view kServices =
    "flight plane hotel room suite apartment table taxi cab car van parcel package haircut doctor dentist "
    ""
    "train bus lesson course class massage pizza meal plumber electrician cleaner mover "
    "movers loan "
    "mortgage account insurance repair photo pet dog cat babysitter cake flowers catering technician";

}  // namespace schemagate::client_agent
