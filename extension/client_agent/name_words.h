// The words that names have, that lead to them, and that are none (names.h), a list each. Private to the
// room.
#pragma once

#include <string_view>

namespace schemagate::client_agent {

// Comma-separated, since some are of several words.
constexpr std::string_view kRegions =
    ",alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,georgia,hawaii,idaho,"
    "illinois,indiana,"
    "iowa,kansas,kentucky,louisiana,maine,maryland,massachusetts,michigan,minnesota,mississippi,missouri,"
    "montana,nebraska,"
    "nevada,new hampshire,new jersey,new mexico,new york,north carolina,north "
    "dakota,ohio,oklahoma,oregon,pennsylvania,"
    "rhode island,south carolina,south dakota,tennessee,texas,utah,vermont,virginia,washington,west "
    "virginia,wisconsin,"
    "wyoming,england,scotland,wales,northern ireland,ireland,uk,usa,united kingdom,united "
    "states,france,germany,italy,spain,"
    "portugal,austria,switzerland,belgium,netherlands,the "
    "netherlands,luxembourg,denmark,sweden,norway,finland,iceland,"
    "poland,czech "
    "republic,czechia,slovakia,slovenia,croatia,serbia,hungary,romania,bulgaria,greece,turkey,cyprus,malta,"
    "estonia,latvia,lithuania,ukraine,russia,canada,mexico,brazil,argentina,chile,peru,colombia,australia,"
    "new zealand,china,"
    "japan,india,south korea,egypt,morocco,south africa,ontario,quebec,british columbia,alberta,nova "
    "scotia,new south wales,"
    "victoria,queensland,tasmania,bavaria,saxony,tyrol,kent,essex,sussex,devon,cornwall,yorkshire,norfolk,"
    "suffolk,surrey,"
    "dc,district of columbia,afghanistan,albania,algeria,andorra,angola,armenia,azerbaijan,bahamas,bahrain,"
    "bangladesh,barbados,belarus,belize,benin,bhutan,bolivia,bosnia,botswana,brunei,burkina faso,burundi,"
    "cambodia,cameroon,chad,comoros,congo,costa rica,cuba,dominican republic,ecuador,el salvador,eritrea,"
    "ethiopia,fiji,gabon,gambia,georgia,ghana,guatemala,guinea,guyana,haiti,honduras,indonesia,iran,iraq,"
    "israel,jamaica,jordan,kazakhstan,kenya,kuwait,kyrgyzstan,laos,lebanon,lesotho,liberia,libya,"
    "liechtenstein,madagascar,malawi,malaysia,maldives,mali,mauritania,mauritius,moldova,mongolia,"
    "montenegro,mozambique,myanmar,namibia,nepal,nicaragua,niger,nigeria,north macedonia,oman,pakistan,"
    "panama,paraguay,philippines,puerto rico,qatar,rwanda,saudi arabia,senegal,seychelles,singapore,somalia,"
    "sri lanka,sudan,suriname,syria,taiwan,tajikistan,tanzania,thailand,togo,tunisia,uganda,uruguay,"
    "uzbekistan,venezuela,vietnam,yemen,zambia,zimbabwe,";
constexpr std::string_view kSites =
    "building hall campus tower theatre theater stadium arena studio airport station terminal branch office "
    "centre center library clinic surgery hospital hotel shop store "
    "salon gym campus school "
    "harbour port museum park";
constexpr std::string_view kShows =
    "concert show match game play musical opera exhibition festival gig performance tour film movie premiere "
    "course class ticket tickets";
constexpr std::string_view kLeads =
    "in at from to near around into towards toward for of via through over outside by with see visit against "
    "within reach leaving eat "
    "departing depart arriving book reserve ex under a the called watch hear about";
constexpr std::string_view kParticles =
    "de del della der den di da das dos du la le les van von of the and upon";
constexpr std::string_view kStreetTypes =
    "street st road rd lane ln avenue ave way close drive dr square sq place pl court ct terrace hill row "
    "crescent boulevard blvd "
    "gardens mews quay parade grove alley rue via calle calla strasse str platz allee gasse weg plaza piazza "
    "rua avenida ulica";
// What begins a sentence with a capital, and answers what was said before.
constexpr std::string_view kInterjections =
    "yeah yep yup sure cool great awesome perfect wonderful excellent fantastic wow yay yey super hmm nice "
    "alright "
    "hi hello hey hiya thanks sorry oh ok okay";
// Words with a capital that are no names.
constexpr std::string_view kNoNames =
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july "
    "august september "
    "october november december mon tue tues wed weds thu thur thurs fri sat sun jan feb mar apr jun jul aug "
    "sep sept oct nov dec "
    "i i'm i'd i'll i've assistant siri alexa bot ok pm am dr mr mrs ms miss prof a the tv gps suv vip png "
    "jpg id eur usd gbp asap "
    "pls please no yes name's it's that's here's what's let's we're we've we'd we'll";
// Behind them stands who is spoken to, or who signs.
constexpr std::string_view kGreetings =
    "hi hello hey hiya dear thanks thank thx cheers regards sincerely bye yours";
// What often begins a sentence or stands without capitals behind a preposition, and names nothing.
constexpr std::string_view kCommon =
    "time case person advance general order particular return total cash winter summer spring autumn town "
    "work home bed use stock need "
    "needs want book reserve send please thanks two three four five six seven eight nine ten one morning "
    "afternoon evening night week "
    "month year day today tomorrow noon midnight weekend dinner lunch breakfast first last next front back "
    "side top bottom middle end "
    "start beginning least most once all any some every each both half my our your his her their its this "
    "that these those it me us you "
    "him them she he they we who which what where when how why and or but if then than so as too very quite "
    "just only also even still";

}  // namespace schemagate::client_agent
