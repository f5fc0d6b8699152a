package dev.gearbox.cli.claims;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.evidence.analysis.FigureText;
import dev.gearbox.evidence.claim.Claim;
import java.util.List;

/**
 * {@code gearbox claims STUDY --explain}: what each claim says and where, how it was found there, what would refute it here, and by which comparisons it is
 * tested. Measures nothing.
 */
final class ClaimStatements {
    private ClaimStatements() {}

    static void print(List<Claim> claims, Console console) {
        for (Claim claim : claims) {
            console.out().println(console.bold(claim.id() + "  " + line(claim.statement())));
            field(
                    console,
                    "source",
                    claim.source()
                            + claim.testability()
                                    .place()
                                    .map(place -> "; " + place)
                                    .orElse(""));
            field(console, "their method", claim.theirs().how());
            field(console, "reported", claim.theirs().reported());
            claim.testability().refutedIf().ifPresent(text -> field(console, "refuted if", text));
            claim.testability().eitherWay().ifPresent(text -> field(console, "either way", text));
            claim.note().ifPresent(text -> field(console, "note", text));
            claim.parts().forEach(part -> field(console, "compared", comparison(part)));
            console.out().println();
        }
    }

    private static void field(Console console, String name, String text) {
        console.out().println("  " + name + ": " + line(text));
    }

    private static String line(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    private static String comparison(Claim.Part part) {
        return part.name() + ": " + part.measure().key() + " of " + side(part.left()) + " "
                + relation(part.expect()) + " "
                + part.right()
                        .map(right -> (part.number() == 1 ? "" : FigureText.number(part.number()) + " times ")
                                + "that of " + side(right))
                        .orElseGet(() -> FigureText.number(part.number())
                                + (part.measure().unit().isEmpty()
                                        ? ""
                                        : " " + part.measure().unit()))
                + ", margin " + FigureText.number(100 * part.margin()) + " %"
                + part.size()
                        .map(size ->
                                ", stated " + FigureText.number(size.left()) + " to " + FigureText.number(size.right()))
                        .orElse("")
                + part.arithmetic().map(sum -> "; by arithmetic: " + line(sum)).orElse("");
    }

    private static String relation(Claim.Expected expected) {
        return switch (expected) {
            case LEFT_LOWER -> "lower than";
            case LEFT_HIGHER -> "higher than";
            case EQUAL -> "equal to";
            case AT_LEAST -> "at least";
            case AT_MOST -> "at most";
        };
    }

    private static String side(Claim.Side side) {
        return side.arm().label() + " (" + side.cell() + ")";
    }
}
