package dev.gearbox.studies.pageindexer.work;

import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageWork;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;

/**
 * Verifies a signature, as for signed content: ECDSA over P-256. The study's pages are not signed, so the signature of a prepared message is verified; the
 * page is digested with SHA-256, as for its own signature.
 */
final class VerifyWork implements PageWork {
    private static final byte[] MESSAGE = "the digest of a page".getBytes(StandardCharsets.UTF_8);
    private static final String ALGORITHM = "SHA256withECDSA";

    private final PublicKey key;
    private final byte[] signature;

    VerifyWork() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            key = pair.getPublic();
            Signature signer = Signature.getInstance(ALGORITHM);
            signer.initSign(pair.getPrivate());
            signer.update(MESSAGE);
            signature = signer.sign();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has P-256", impossible);
        }
    }

    @Override
    public long on(FetchedPage page) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(page.body());
            Signature verifier = Signature.getInstance(ALGORITHM);
            verifier.initVerify(key);
            verifier.update(MESSAGE);
            if (!verifier.verify(signature)) {
                throw new IllegalStateException("our own signature is invalid");
            }
            return ByteBuffer.wrap(digest).getLong();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has SHA-256 and P-256", impossible);
        }
    }
}
