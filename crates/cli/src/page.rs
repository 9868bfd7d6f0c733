//! What was verified as one HTML page: a table for each device, nothing from elsewhere.

use crate::commands::verify::Verified;
use candor::proofs::Verdict;

const STYLE: &str = "body{font:15px/1.4 sans-serif;max-width:75em;margin:2em auto;padding:0 1em}\
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.2em .6em;\
border-bottom:1px solid #ccc}.proved td:nth-child(2){color:#060}.disproved td{color:#a00;font-weight:bold}\
.not-claimed td{color:#555}";

/// As the text of a page may hold it.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The page.
pub(crate) fn page(v: &Verified) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>What Candor proved here</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>What Candor proved here</h1>\n<p>Candor {}; a proof was given {} s. {}</p>\n",
        escape(v.candor),
        v.limit_seconds,
        escape(&v.answer())
    );
    for d in &v.devices {
        out.push_str(&format!("<h2>{}</h2>\n", escape(&d.title())));
        if let Some(why) = &d.unusable {
            out.push_str(&format!("<p>Candor can't use it: {}</p>\n", escape(why)));
        }
        out.push_str(&format!("<p>{}</p>\n<table>\n", escape(&d.summary())));
        out.push_str(
            "<tr><th>capability</th><th>verdict</th><th>driver offers it</th><th>ms</th><th>why</th></tr>\n",
        );
        for l in &d.entries {
            let class = match l.verdict {
                Verdict::Proved => "proved",
                Verdict::Disproved { .. } => "disproved",
                Verdict::NotClaimed { .. } => "not-claimed",
            };
            let time = l.time_words();
            let cells = [l.capability, l.verdict_words(), l.offered_words(), &time, l.why()];
            let cells: String = cells.iter().map(|c| format!("<td>{}</td>", escape(c))).collect();
            out.push_str(&format!("<tr class=\"{class}\">{cells}</tr>\n"));
        }
        out.push_str("</table>\n");
    }
    for p in &v.problems {
        out.push_str(&format!("<p>no device: {}</p>\n", escape(p)));
    }
    out.push_str("</body>\n</html>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn what_a_driver_says_is_no_markup() {
        assert_eq!(escape("<b>&\"</b>"), "&lt;b&gt;&amp;&quot;&lt;/b&gt;");
    }
}
