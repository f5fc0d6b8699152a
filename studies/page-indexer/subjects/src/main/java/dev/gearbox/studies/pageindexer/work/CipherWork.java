package dev.gearbox.studies.pageindexer.work;

import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageWork;
import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** Decrypts the page as from an encrypted archive, or encrypts it as for one: derives a key from a password (PBKDF2, 1,000 rounds), then applies AES-256. */
final class CipherWork implements PageWork {
    private static final int KEY_ROUNDS = 1000;
    private static final int KEY_BITS = 256;
    private static final int BLOCK = 16;
    private static final int TAG_BITS = 128;

    private final String transformation;
    private final int mode;
    private final AlgorithmParameterSpec start;

    private CipherWork(String transformation, int mode, AlgorithmParameterSpec start) {
        this.transformation = transformation;
        this.mode = mode;
        this.start = start;
    }

    /** In counter mode, in which any bytes can be decrypted. */
    static PageWork decrypting() {
        return new CipherWork("AES/CTR/NoPadding", Cipher.DECRYPT_MODE, new IvParameterSpec(new byte[BLOCK]));
    }

    /** With authentication. The nonce is the same for every page, so that the result is, too; it is thrown away. */
    static PageWork encrypting() {
        return new CipherWork(
                "AES/GCM/NoPadding", Cipher.ENCRYPT_MODE, new GCMParameterSpec(TAG_BITS, new byte[BLOCK]));
    }

    @Override
    public long on(FetchedPage page) {
        try {
            byte[] key = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec("password".toCharArray(), new byte[BLOCK], KEY_ROUNDS, KEY_BITS))
                    .getEncoded();
            Cipher cipher = Cipher.getInstance(transformation);
            cipher.init(mode, new SecretKeySpec(key, "AES"), start);
            byte[] result = cipher.doFinal(page.body());
            long sum = key[0];
            for (byte octet : result) {
                sum = 31 * sum + octet;
            }
            return sum;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has PBKDF2 and AES", impossible);
        }
    }
}
